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
}
