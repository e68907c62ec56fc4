package io.smartt.host.transport;

/** The reason why a connection ended with messages undelivered. */
public enum ConnectionFailure {
  /** No frame came from the other side for {@link TransportSettings#giveUpPs}. */
  NO_ANSWER,
  /** The other side does not know the connection: it was started again, or dropped it. */
  UNKNOWN_TO_PEER,
  /** The other side refuses a message as longer than it takes. */
  MESSAGE_REFUSED
}
