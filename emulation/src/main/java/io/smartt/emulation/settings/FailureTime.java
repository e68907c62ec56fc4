package io.smartt.emulation.settings;

import io.smartt.emulation.input.Quantities;
import io.smartt.emulation.input.UserInputException;
import java.util.OptionalLong;

/**
 * When something is wrong.
 *
 * @param fromPs since the experiment's start, before dilation
 * @param toPs when it is well again, before dilation; empty if it never is
 */
public record FailureTime(long fromPs, OptionalLong toPs) {
  /** From the start and for good. */
  public static final FailureTime ALWAYS = new FailureTime(0, OptionalLong.empty());

  private static final String RANGE = "..";

  /** The time of a text, {@code 100us} or {@code 100us..1ms}. */
  static FailureTime parse(String text) {
    return parse(text, text);
  }

  /**
   * The time of a part of a text.
   *
   * @param whole for errors
   */
  static FailureTime parse(String text, String whole) {
    int range = text.indexOf(RANGE);
    if (range < 0) {
      return new FailureTime(Quantities.picoseconds(text), OptionalLong.empty());
    }
    long from = Quantities.picoseconds(text.substring(0, range));
    long to = Quantities.picoseconds(text.substring(range + RANGE.length()));
    if (to <= from) {
      throw new UserInputException("'" + whole + "': it comes back before it has failed");
    }
    return new FailureTime(from, OptionalLong.of(to));
  }
}
