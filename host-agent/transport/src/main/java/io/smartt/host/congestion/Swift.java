package io.smartt.host.congestion;

import io.smartt.host.settings.SettingsGroup;
import java.util.List;

/** The Swift scheme: makes {@link SwiftController}s. Not for use by several threads. */
public final class Swift implements CongestionScheme {
  /** Settings of Swift. */
  public static final SettingsGroup<SwiftSettings> SETTINGS =
      new SettingsGroup<>("swift", SwiftSettings.class);

  /** Swift as users choose it. */
  public static final CongestionControl CONTROL =
      CongestionControl.of(
          "swift",
          "Kumar et al., SIGCOMM 2020, Algorithm 1 and Sec. 3.5",
          List.of(SETTINGS),
          new WindowLimits(0.01, 1.5),
          run -> new Swift(run.settings().read(SETTINGS)));

  private final SwiftSettings settings;
  private final PerPath<SwiftParameters> paths;

  /** Swift with these settings. */
  public Swift(SwiftSettings settings) {
    this.settings = settings;
    paths = new PerPath<>(this::parameters);
  }

  @Override
  public CongestionController controller(long baseRttPs, long linkBps, int mtuBytes) {
    return new SwiftController(paths.of(baseRttPs, linkBps, mtuBytes));
  }

  private SwiftParameters parameters(long baseRttPs, long linkBps, int mtuBytes) {
    return new SwiftParameters(
        settings,
        new SwiftTarget(settings, baseRttPs),
        new WindowBounds(
            settings.minWindowPackets() * mtuBytes,
            settings.initialWindowBdps(),
            settings.maxWindowBdps(),
            baseRttPs,
            linkBps,
            mtuBytes));
  }
}
