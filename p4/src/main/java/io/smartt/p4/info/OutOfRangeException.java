package io.smartt.p4.info;

/** A value that the field's width cannot hold; P4Runtime answers it with OUT_OF_RANGE. */
public final class OutOfRangeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** With the message for the user. */
  public OutOfRangeException(String message) {
    super(message);
  }
}
