package io.smartt.host.congestion;

/** The Swift scheme: makes {@link SwiftController}s. Not for use by several threads. */
public final class Swift implements CongestionScheme {
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
