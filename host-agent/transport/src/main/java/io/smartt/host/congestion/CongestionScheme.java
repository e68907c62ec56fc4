package io.smartt.host.congestion;

/** Makes the congestion controller of a new connection. One a scheme and its settings. */
@FunctionalInterface
public interface CongestionScheme {
  /**
   * A controller in its initial state.
   *
   * @param baseRttPs round-trip time of the connection's path when idle
   * @param linkBps rate that the slowest links of its paths have together, at most the host's
   * @param mtuBytes longest frame
   */
  CongestionController controller(long baseRttPs, long linkBps, int mtuBytes);
}
