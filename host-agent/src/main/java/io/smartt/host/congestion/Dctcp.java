package io.smartt.host.congestion;

/** The DCTCP scheme: makes {@link DctcpController}s. Not for use by several threads. */
public final class Dctcp implements CongestionScheme {
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
