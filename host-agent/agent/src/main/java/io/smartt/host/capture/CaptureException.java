package io.smartt.host.capture;

/** Frames cannot be captured; the message says why and what would help. */
public final class CaptureException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** With the message for the user. */
  public CaptureException(String message) {
    super(message);
  }

  /** With the message for the user and what led to it. */
  public CaptureException(String message, Throwable cause) {
    super(message, cause);
  }
}
