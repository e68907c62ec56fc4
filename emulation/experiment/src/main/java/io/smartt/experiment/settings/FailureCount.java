package io.smartt.experiment.settings;

import io.smartt.base.input.UserInputException;

/**
 * The number of things that fail.
 *
 * @param number of them; not used where it is a share
 * @param share of all, 0 to 1; 0 where it is a number
 */
public record FailureCount(int number, double share) {
  /** The text of none. */
  static final String NONE_TEXT = "0";

  private static final char PERCENT = '%';

  /** The count of a text, {@code 3} or {@code 2%}. */
  static FailureCount parse(String text) {
    String stripped = text.strip();
    boolean percent = !stripped.isEmpty() && stripped.charAt(stripped.length() - 1) == PERCENT;
    try {
      if (percent) {
        double share =
            Double.parseDouble(stripped.substring(0, stripped.length() - 1).strip()) / 100;
        if (share >= 0 && share <= 1) {
          return new FailureCount(0, share);
        }
      } else {
        int number = Integer.parseInt(stripped);
        if (number >= 0) {
          return new FailureCount(number, 0);
        }
      }
    } catch (NumberFormatException e) {
      throw new UserInputException("'" + text + "' is neither a number nor a share such as 2%", e);
    }
    throw new UserInputException("'" + text + "' is neither a number nor a share of 0% to 100%");
  }

  /** Returns whether none is to fail. */
  public boolean isNone() {
    return number == 0 && share == 0;
  }

  /**
   * Returns how many of so many fail: a share is rounded, and is one at least.
   *
   * @param key that names it, for errors
   * @throws UserInputException if there are fewer
   */
  public int of(int all, SettingKey<FailureCount> key) {
    int wanted = share > 0 ? (int) Math.max(1, Math.round(share * all)) : number;
    if (wanted > all) {
      throw new UserInputException(key.name() + " is " + wanted + ", but there are " + all);
    }
    return wanted;
  }
}
