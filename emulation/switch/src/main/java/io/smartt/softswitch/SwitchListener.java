package io.smartt.softswitch;

import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.Pipeline.Digest;

/** Hears what a switch does with packets, from within {@code receive} and {@code transmit}. */
public interface SwitchListener {
  /** A packet was queued for this port. */
  void portReady(int port);

  /**
   * A packet that was cut short here leaves; {@code transmit} returns it next.
   *
   * @param receivedBytes its length before
   */
  default void trimmed(long nowPs, int port, int queue, int receivedBytes) {}

  /**
   * A packet that came without CE leaves with it; {@code transmit} returns it next.
   *
   * @param depthPackets what waits behind it
   */
  default void marked(long nowPs, int port, int queue, int depthPackets) {}

  /** The program wants the control plane to learn something. */
  default void digest(long nowPs, Digest digest) {}

  /** A packet found no room. */
  default void dropped(long nowPs, int port) {}

  /** The packet of {@link #dropped}, before its context carries another. */
  default void notQueued(PacketContext context, int port) {}

  /** The program asked for a copy or a pass beyond the bounds of one packet, and did not get it. */
  default void endless(long nowPs, EndlessRequest request) {}
}
