package io.smartt.host.packetio;

/** The system refused raw packets; the message names the interface and what helps. */
public final class PacketIoException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** With the message for the user. */
  public PacketIoException(String message) {
    super(message);
  }

  /** With the message for the user and what led to it. */
  public PacketIoException(String message, Throwable cause) {
    super(message, cause);
  }
}
