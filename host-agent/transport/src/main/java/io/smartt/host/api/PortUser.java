package io.smartt.host.api;

import java.util.Optional;

/**
 * A sender and receiver of frames over a {@link PacketPort}. All calls come from the port's thread.
 */
public interface PortUser {
  /**
   * A frame arrived. The array is the port's.
   *
   * @param nowPs when, in picoseconds since the port started
   */
  void received(long nowPs, byte[] frame, int offset, int length);

  /**
   * The time to send what may be sent, and to look after timers.
   *
   * @return when to give the next turn at the latest, {@code Long.MAX_VALUE} for no need
   */
  long turn(long nowPs);

  /** The port is closed, or broke for this reason. No call follows. */
  void ended(Optional<Throwable> why);
}
