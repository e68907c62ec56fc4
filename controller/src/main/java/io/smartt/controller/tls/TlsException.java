package io.smartt.controller.tls;

/** TLS that cannot be set up; the message names the file. */
public final class TlsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception with the message for the user. */
  public TlsException(String message) {
    super(message);
  }

  /** Creates an exception with the message for the user. */
  public TlsException(String message, Throwable cause) {
    super(message, cause);
  }
}
