package io.smartt.emulation.trace;

/** A capture file cannot be read; the message names it and what is wrong. */
public sealed class CaptureFormatException extends RuntimeException
    permits CaptureCutShortException {
  private static final long serialVersionUID = 1L;

  /** With the message for the user. */
  public CaptureFormatException(String message) {
    super(message);
  }

  /** With the message for the user and what led to it. */
  public CaptureFormatException(String message, Throwable cause) {
    super(message, cause);
  }
}
