package io.smartt.emulation.trace;

/**
 * A capture file ends in the middle of a packet, as that of a program that was killed does. The
 * packets before are whole.
 */
public final class CaptureCutShortException extends CaptureFormatException {
  private static final long serialVersionUID = 1L;

  CaptureCutShortException(String message, Throwable cause) {
    super(message, cause);
  }
}
