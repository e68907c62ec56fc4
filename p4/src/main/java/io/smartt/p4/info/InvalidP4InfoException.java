package io.smartt.p4.info;

/** A P4Info that cannot be read or contradicts itself; the message names the file and the place. */
public final class InvalidP4InfoException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** An exception with the message for the user. */
  public InvalidP4InfoException(String message) {
    super(message);
  }

  /** An exception with the message for the user and what led to it. */
  public InvalidP4InfoException(String message, Throwable cause) {
    super(message, cause);
  }
}
