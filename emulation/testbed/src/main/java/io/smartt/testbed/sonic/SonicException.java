package io.smartt.testbed.sonic;

/** A switch that refused or did not answer, or a request it cannot have; the message names it. */
public class SonicException extends RuntimeException {
  /** An exception with the message for the user. */
  public SonicException(String message) {
    super(message);
  }

  /** An exception with the message for the user. */
  public SonicException(String message, Throwable cause) {
    super(message, cause);
  }
}
