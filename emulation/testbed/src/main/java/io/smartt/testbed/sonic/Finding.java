package io.smartt.testbed.sonic;

/**
 * Result of a check of a plan.
 *
 * @param error whether the plan cannot be applied so
 * @param code short name of the check, which documents explain
 * @param message for people
 */
public record Finding(boolean error, String code, String message) {
  static Finding error(String code, String message) {
    return new Finding(true, code, message);
  }

  static Finding warning(String code, String message) {
    return new Finding(false, code, message);
  }

  @Override
  public String toString() {
    return (error ? "error" : "warning") + " [" + code + "] " + message;
  }
}
