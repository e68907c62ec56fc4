package io.smartt.base.topology;

/**
 * A cable. A network may mix links of different rates and latencies; a degraded one may be slower
 * in one direction only.
 *
 * @param index from 0, its place in {@link Topology#links()}
 * @param a one end, the lower tier where the ends differ
 * @param b the other end
 * @param rateBps bits per second from {@code a} to {@code b}
 * @param backBps bits per second from {@code b} to {@code a}
 * @param latencyPs one way, picoseconds
 */
public record Link(int index, Port a, Port b, long rateBps, long backBps, long latencyPs) {

  /** A cable that is alike in both directions. */
  public Link(int index, Port a, Port b, long rateBps, long latencyPs) {
    this(index, a, b, rateBps, rateBps, latencyPs);
  }

  /** Returns whether it has a host at one end. */
  public boolean isAccess() {
    return a.node() instanceof Host || b.node() instanceof Host;
  }

  /** Returns the rate of the faster direction. */
  public long fasterBps() {
    return Math.max(rateBps, backBps);
  }

  /** Returns the rate of the slower direction. */
  public long slowerBps() {
    return Math.min(rateBps, backBps);
  }

  Link withRates(long thereBps, long othersBps) {
    return new Link(index, a, b, thereBps, othersBps, latencyPs);
  }
}
