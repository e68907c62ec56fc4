package io.smartt.host.transport;

import java.util.Optional;

/** Accepts messages whose payload bytes arrive with their frames. */
@FunctionalInterface
public interface PayloadSink {
  /**
   * The first packet of a message arrived.
   *
   * @param source the sending host, and the MAC address by which its frames come
   * @param messageId the sender's id of the message
   * @return where its bytes go; empty if there is no room for it now, and its sender will try again
   */
  Optional<PayloadTarget> open(Destination source, long messageId);

  /** Takes the payload bytes of one message as they arrive. */
  interface PayloadTarget {
    /**
     * Tells if there is room now for the message up to an offset; otherwise its sender will try
     * again. Asked before each {@link #place}.
     */
    default boolean hasRoom(long end) {
      return true;
    }

    /**
     * Bytes of the message, in any order, each once. The array is the caller's: copy what is to be
     * kept. Not called where payload is only counted.
     *
     * @param messageOffset where in the message they belong
     * @return whether the bytes are as expected; counted as a mismatch otherwise
     */
    boolean place(long messageOffset, byte[] bytes, int offset, int length);

    /** Every byte of the message has been placed once. */
    default void complete(long nowPs, long sizeBytes) {}

    /** The message will not become complete: its connection is gone. */
    default void abandon() {}
  }
}
