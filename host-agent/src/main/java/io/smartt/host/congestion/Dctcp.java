package io.smartt.host.congestion;

/** The DCTCP scheme: makes {@link DctcpController}s. */
public final class Dctcp implements CongestionScheme {
  private final DctcpSettings settings;

  /** DCTCP with these settings. */
  public Dctcp(DctcpSettings settings) {
    this.settings = settings;
  }

  @Override
  public CongestionController controller(long baseRttPs, long linkBps, int mtuBytes) {
    return new DctcpController(
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
