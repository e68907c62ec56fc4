package io.smartt.emulation.fabric.virtual.station;

import io.smartt.p4.pipeline.Packet;

/** A transport protocol above a host's card. */
public interface StationTransport {
  /** Gives the next frame to send. Returns false if there is none now. */
  boolean next(long nowPs, Packet out);

  /** Looks at a packet that arrived; the network uses it again. Returns whether it was its. */
  boolean receive(long nowPs, Packet packet);
}
