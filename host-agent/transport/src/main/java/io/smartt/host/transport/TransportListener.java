package io.smartt.host.transport;

/**
 * Callbacks for events of an endpoint, from within {@code receive}, {@code nextFrame} and {@code
 * onDeadline}. Message ids are the sender's, as {@code send} returned them; connections are the
 * sender's numbers, see {@link TransportEndpoint#connectionOf}. May call {@code send}; must not
 * call the others.
 */
public interface TransportListener {
  /**
   * Called at the sender when the acknowledgement of the message's last missing byte has arrived.
   */
  default void messageCompleted(long nowPs, int connection, long messageId) {}

  /** Called at the receiver when every byte of the message has been placed once. */
  default void messageDelivered(long nowPs, int sourceIpv4, long messageId, long sizeBytes) {}

  /**
   * Called at the sender when an acknowledgement of new data was processed.
   *
   * @param payloadBytes of messages that it covers and none before it did
   * @param windowBytes the congestion window after it
   * @param rttPs its round-trip time, or {@code CongestionController.RTT_UNKNOWN}
   */
  default void acknowledged(
      long nowPs, int connection, int payloadBytes, long windowBytes, long rttPs, boolean ecn) {}

  /** Called at the sender when a NACK said that a packet was trimmed. */
  default void trimmed(long nowPs, int connection, long windowBytes) {}

  /** Called at the sender when a packet leaves again. */
  default void retransmitted(long nowPs, int connection, long messageId, long offset) {}

  /** Called at the sender when a connection was closed as asked; its number means nothing now. */
  default void connectionClosed(long nowPs, int connection) {}

  /** Called at the sender when a connection failed; what was not complete will not be. */
  default void connectionFailed(long nowPs, int connection, ConnectionFailure why) {}

  /**
   * Called at the sender when timers of so many packets ran out at once.
   *
   * @param windowBytes the congestion window after it
   */
  default void timedOut(long nowPs, int connection, int packets, long windowBytes) {}

  /** The reason why a connection ended with messages undelivered. */
  enum ConnectionFailure {
    /** No frame came from the other side for {@link TransportSettings#giveUpPs}. */
    NO_ANSWER,
    /** The other side does not know the connection: it was started again, or dropped it. */
    UNKNOWN_TO_PEER,
    /** The other side refuses a message as longer than it takes. */
    MESSAGE_REFUSED
  }

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
}
