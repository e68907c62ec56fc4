package io.smartt.host.congestion;

import io.smartt.host.settings.SettingsGroup;
import java.util.List;

/** The MPRDMA scheme: makes {@link MprdmaController}s. Not for use by several threads. */
public final class Mprdma implements CongestionScheme {
  /** Settings of MPRDMA. */
  public static final SettingsGroup<MprdmaSettings> SETTINGS =
      new SettingsGroup<>("mprdma", MprdmaSettings.class);

  /** MPRDMA as users choose it. */
  public static final CongestionControl CONTROL =
      CongestionControl.of(
          "mprdma",
          "Lu et al., NSDI 2018, Sec. 4.1",
          List.of(SETTINGS),
          new WindowLimits(1, 1.5),
          run -> new Mprdma(run.settings().read(SETTINGS)));

  private final MprdmaSettings settings;
  private final PerPath<WindowBounds> paths;

  /** MPRDMA with these settings. */
  public Mprdma(MprdmaSettings settings) {
    this.settings = settings;
    paths = new PerPath<>(this::bounds);
  }

  @Override
  public CongestionController controller(long baseRttPs, long linkBps, int mtuBytes) {
    return new MprdmaController(settings, paths.of(baseRttPs, linkBps, mtuBytes));
  }

  private WindowBounds bounds(long baseRttPs, long linkBps, int mtuBytes) {
    return new WindowBounds(
        mtuBytes,
        settings.initialWindowBdps(),
        settings.maxWindowBdps(),
        baseRttPs,
        linkBps,
        mtuBytes);
  }
}
