package io.smartt.host.congestion;

/** The MPRDMA scheme: makes {@link MprdmaController}s. Not for use by several threads. */
public final class Mprdma implements CongestionScheme {
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
