package io.smartt.experiment.trace.analysis;

/**
 * Receives what the packets of one connection say of its sender, in the order in which the sender's
 * congestion controller learnt of it. Times are picoseconds since the first packet of the trace.
 */
public interface FlowObserver {
  /** Looks at nothing. */
  FlowObserver NONE = new FlowObserver() {};

  /** A data frame leaves, new or again. */
  default void sent(long timePs, int frameBytes, long inFlightBytes) {}

  /** An acknowledgement or NACK bears a mark. */
  default void marked(long timePs) {}

  /**
   * An acknowledgement of new data.
   *
   * @param rttPs or {@code CongestionController.RTT_UNKNOWN}
   */
  default void acknowledged(
      long timePs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes) {}

  /**
   * Called before {@link #trimmed} with the round-trip time from the packet's transmission to its
   * NACK.
   *
   * @param rttPs or {@code CongestionController.RTT_UNKNOWN}
   */
  default void trimRtt(long rttPs) {}

  /** A NACK said that a packet in flight was trimmed or lost. */
  default void trimmed(long timePs, int frameBytes, long inFlightBytes) {}

  /**
   * Called in place of {@link #trimmed} for a packet that the last switch trimmed and marked so.
   */
  default void trimmedLastHop(long timePs, int frameBytes, long inFlightBytes) {
    trimmed(timePs, frameBytes, inFlightBytes);
  }

  /** A packet in flight was given up for want of an answer. */
  default void timedOut(long timePs, int frameBytes, long inFlightBytes) {}
}
