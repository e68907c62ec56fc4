package io.smartt.p4.pipeline;

/** An {@code assert} or {@code assume} of the P4 program did not hold for a packet. */
public final class FailedAssertionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** An exception with the message for the user. */
  public FailedAssertionException(String message) {
    super(message);
  }
}
