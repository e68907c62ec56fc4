package io.smartt.testbed;

/** Ranges of settings. */
final class SettingRange {
  private SettingRange() {}

  /**
   * Returns if a value is in its range.
   *
   * @throws IllegalArgumentException with the value and the range
   */
  static void require(String key, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "setting '%s' is '%d', outside %d to %d".formatted(key, value, least, most));
    }
  }
}
