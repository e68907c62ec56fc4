package io.smartt.virtual;

import io.smartt.p4.pipeline.Packet;

/** The end of a link: a host or a switch port. */
interface FrameSink {
  /**
   * A packet has arrived whole; the packet is the link's, and the sink may take its content or
   * overwrite it.
   */
  void arrive(Packet packet, long nowPs);
}
