package io.smartt.host.congestion;

/** The MPRDMA scheme: makes {@link MprdmaController}s. */
public final class Mprdma implements CongestionScheme {
  private final MprdmaSettings settings;

  /** MPRDMA with these settings. */
  public Mprdma(MprdmaSettings settings) {
    this.settings = settings;
  }

  @Override
  public CongestionController controller(long baseRttPs, long linkBps, int mtuBytes) {
    return new MprdmaController(
        settings,
        new WindowBounds(
            mtuBytes,
            settings.initialWindowBdps(),
            settings.maxWindowBdps(),
            baseRttPs,
            linkBps,
            mtuBytes));
  }
}
