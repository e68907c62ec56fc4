package io.smartt.emulation.fabric.virtual;

import io.smartt.p4.pipeline.Packet;

/** A transport protocol above a {@link HostCard}. */
interface CardTransport {
  /**
   * Gives the next frame to send.
   *
   * @param paused whether only answers may leave
   * @return false if there is none now
   */
  boolean next(long nowPs, boolean paused, Packet out);

  /** Looks at a packet that arrived, before it is used again. Returns whether it was its own. */
  boolean receive(long nowPs, Packet packet);
}
