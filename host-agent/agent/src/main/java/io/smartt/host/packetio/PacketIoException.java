package io.smartt.host.packetio;

/** The system refused raw packets; the message names the interface and what helps. */
public final class PacketIoException extends RuntimeException {
  /** Creates an exception with a message for the user. */
  public PacketIoException(String message) {
    super(message);
  }

  /** Creates an exception with a message for the user and its cause. */
  public PacketIoException(String message, Throwable cause) {
    super(message, cause);
  }
}
