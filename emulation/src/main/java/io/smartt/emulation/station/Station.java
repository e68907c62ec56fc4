package io.smartt.emulation.station;

import io.smartt.p4.pipeline.Packet;

/** A host that takes whatever comes. */
@FunctionalInterface
public interface Station {
  /** A packet has arrived whole; the network uses it again, so what is to be kept is copied. */
  void receive(long nowPs, Packet packet);
}
