package io.smartt.p4.pipeline;

/**
 * A change that does not fit the loaded program; the message names what was asked and what is
 * accepted.
 */
public final class InvalidChangeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** An exception with the message for the user. */
  public InvalidChangeException(String message) {
    super(message);
  }
}
