package io.smartt.emulation.fabric.virtual.station;

import io.smartt.p4.pipeline.Packet;

/** A host that takes whatever comes. */
@FunctionalInterface
public interface Station {
  /** A packet has arrived whole; the network uses it again, so what is to be kept is copied. */
  void receive(long nowPs, Packet packet);

  /**
   * Asked for a packet whenever the wire is free and none that was sent waits; see {@link
   * StationNetwork#wake}. Returns false if there is none now.
   */
  default boolean next(long nowPs, Packet out) {
    return false;
  }
}
