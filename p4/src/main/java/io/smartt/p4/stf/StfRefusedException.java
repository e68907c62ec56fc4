package io.smartt.p4.stf;

/** A device does not do what a script asks of it; the message says what and why. */
public final class StfRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** With the device's reason. */
  public StfRefusedException(String reason) {
    super(reason);
  }

  /** With the device's reason. */
  public StfRefusedException(String reason, Throwable cause) {
    super(reason, cause);
  }
}
