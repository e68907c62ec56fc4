package io.smartt.host.congestion;

import io.smartt.host.settings.SettingsGroup;
import java.util.List;

/** The DCTCP scheme: makes {@link DctcpController}s. Not for use by several threads. */
public final class Dctcp implements CongestionScheme {
  /** Settings of DCTCP. */
  public static final SettingsGroup<DctcpSettings> SETTINGS =
      new SettingsGroup<>("dctcp", DctcpSettings.class);

  /** DCTCP as users choose it. */
  public static final CongestionControl CONTROL =
      CongestionControl.of(
          "dctcp",
          "Alizadeh et al., SIGCOMM 2010, and RFC 8257",
          List.of(SETTINGS),
          new WindowLimits(1, 1.5),
          run -> new Dctcp(run.settings().read(SETTINGS)));

  private final DctcpSettings settings;
  private final PerPath<WindowBounds> paths;

  /** DCTCP with these settings. */
  public Dctcp(DctcpSettings settings) {
    this.settings = settings;
    paths = new PerPath<>(this::bounds);
  }

  @Override
  public CongestionController controller(long baseRttPs, long linkBps, int mtuBytes) {
    return new DctcpController(settings, paths.of(baseRttPs, linkBps, mtuBytes));
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
