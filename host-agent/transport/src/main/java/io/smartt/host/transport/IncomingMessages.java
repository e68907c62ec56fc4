package io.smartt.host.transport;

/** Hears of messages that have begun to arrive and are not whole. */
@FunctionalInterface
public interface IncomingMessages {
  /**
   * One message.
   *
   * @param placedBytes payload bytes that are there, each counted once
   */
  void message(int sourceIpv4, long messageId, long placedBytes);
}
