package io.smartt.host.transport;

import java.util.Arrays;

/** The source of a message's bytes at its sender. */
@FunctionalInterface
public interface PayloadSource {
  /** Payload that is counted but has no bytes, and is zeros where bytes are asked for. */
  PayloadSource COUNTED =
      (messageOffset, into, at, length) -> Arrays.fill(into, at, at + length, (byte) 0);

  /**
   * Copies bytes of the message. Asked again for what is sent again: the message must not change
   * before it is complete.
   *
   * @param messageOffset where in the message they begin
   * @param into array to copy to, from index {@code at}
   */
  void copy(long messageOffset, byte[] into, int at, int length);
}
