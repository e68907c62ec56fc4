package io.smartt.host.transport;

/** Modes of packet delivery (UE 1.0, PDS): in which order a receiver takes and hands over data. */
public enum Delivery {
  /** Reliable, unordered: packets are taken in any order, messages complete in any order. */
  RUD,

  /**
   * Reliable, ordered, go-back-N: packets are taken in order only and take one path. All from a
   * missing one on are sent again.
   */
  ROD,

  /**
   * Reliable, ordered, over any paths: the receiver keeps packets that come too early, and only
   * what is missing is sent again. Messages complete in the order of their last packets.
   */
  ROD_REORDERED
}
