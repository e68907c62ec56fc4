package io.smartt.p4.pipeline;

/** A name that the loaded program does not have. */
public final class UnknownNameException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** An exception with the message for the user. */
  public UnknownNameException(String message) {
    super(message);
  }
}
