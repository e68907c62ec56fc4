package io.smartt.host.transport;

/** Checks settings. */
final class Limits {
  private Limits() {}

  static void check(String what, long value, String unit, long least, long most) {
    if (value < least || value > most) {
      String amount = unit.isEmpty() ? Long.toString(value) : value + " " + unit;
      throw new IllegalArgumentException(
          what + " is " + amount + ", accepted is " + least + " to " + most);
    }
  }
}
