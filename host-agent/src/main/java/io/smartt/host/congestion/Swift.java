package io.smartt.host.congestion;

/** The Swift scheme: makes {@link SwiftController}s. */
public final class Swift implements CongestionScheme {
  private final SwiftSettings settings;

  /** Swift with these settings. */
  public Swift(SwiftSettings settings) {
    this.settings = settings;
  }

  @Override
  public CongestionController controller(long baseRttPs, long linkBps, int mtuBytes) {
    return new SwiftController(
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
