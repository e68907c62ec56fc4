package io.smartt.host.capture;

/** Frames cannot be captured; the message says why and what would help. */
public final class CaptureException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception with a message for the user. */
  public CaptureException(String message) {
    super(message);
  }

  /** Creates an exception with a message for the user and its cause. */
  public CaptureException(String message, Throwable cause) {
    super(message, cause);
  }
}
