package io.smartt.emulation.fabric;

import io.smartt.p4.pipeline.Packet;

/** What a link ends in: a host or a switch port. */
interface FrameSink {
  /** A packet has arrived whole; the packet is the link's and is valid during the call only. */
  void arrive(Packet packet, long nowPs);
}
