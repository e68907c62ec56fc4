package io.smartt.controller.stratum;

/** Something that Stratum or a Tofino cannot have; the message names it. */
public final class StratumException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** An exception with the message for the user. */
  public StratumException(String message) {
    super(message);
  }

  /** An exception with the message for the user. */
  public StratumException(String message, Throwable cause) {
    super(message, cause);
  }
}
