package io.smartt.host.congestion;

/**
 * The initial value and the bounds of a window, in bytes.
 *
 * @param minBytes smallest
 * @param initialBytes of a new connection
 * @param maxBytes largest, at least one MTU
 * @param mtuBytes longest frame
 * @param baseRttPs round-trip time of the idle path
 */
public record WindowBounds(
    double minBytes, double initialBytes, double maxBytes, int mtuBytes, long baseRttPs) {

  /**
   * Bounds with initial and largest window in BDPs of the path.
   *
   * @param minBytes smallest
   * @param initialBdps of a new connection, in BDPs of the path
   * @param maxBdps largest, in BDPs of the path
   * @param baseRttPs round-trip time of the idle path
   * @param linkBps rate that the slowest links of its paths have together, at most the host's
   * @param mtuBytes longest frame
   */
  public WindowBounds(
      double minBytes,
      double initialBdps,
      double maxBdps,
      long baseRttPs,
      long linkBps,
      int mtuBytes) {
    this(
        minBytes,
        Math.clamp(
            initialBdps * Bdp.exact(baseRttPs, linkBps),
            minBytes,
            max(maxBdps, baseRttPs, linkBps, mtuBytes)),
        max(maxBdps, baseRttPs, linkBps, mtuBytes),
        mtuBytes,
        baseRttPs);
  }

  /** The bounds of paths whose smallest window is a packet; the others are in BDPs of a path. */
  static PerPath<WindowBounds> paths(double initialBdps, double maxBdps) {
    return new PerPath<>((baseRttPs, linkBps, mtuBytes) ->
        new WindowBounds(mtuBytes, initialBdps, maxBdps, baseRttPs, linkBps, mtuBytes));
  }

  /** The window of these bounds that is next to one. */
  public double clamp(double windowBytes) {
    return Math.clamp(windowBytes, minBytes, maxBytes);
  }

  private static double max(double bdps, long baseRttPs, long linkBps, int mtuBytes) {
    return Math.max(mtuBytes, bdps * Bdp.exact(baseRttPs, linkBps));
  }
}
