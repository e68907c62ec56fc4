package io.smartt.emulation.softswitch.standalone;

/** The switch was asked for something after it had stopped. */
public final class SwitchStoppedException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  SwitchStoppedException(Throwable cause) {
    super("the switch is stopped", cause);
  }
}
