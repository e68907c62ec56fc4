package io.smartt.experiment.settings;

import module java.base;

import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;

/**
 * Links that fail, as the user lists them. Switches around are not notified, as in the time before
 * a fabric's routing has converged.
 *
 * @param place which links; all of a switch that fails
 * @param kind what is wrong with them
 * @param time when
 */
public record LinkFailure(LinkSelector place, FailureKind kind, FailureTime time) {
  /** The failures of a setting's text: {@code none}, or several with commas between. */
  static List<LinkFailure> parseAll(String text) {
    return LinkSelector.parts(text).stream().map(LinkFailure::parse).toList();
  }

  private static LinkFailure parse(String text) {
    int at = text.indexOf('@');
    String what = at < 0 ? text : text.substring(0, at);
    int equals = what.indexOf('=');
    Optional<LinkSelector> place =
        LinkSelector.parse(equals < 0 ? what : what.substring(0, equals));
    if (place.isEmpty() || (at < 0 && equals < 0)) {
      throw new UserInputException(
          "'"
              + text
              + "': write node-node@from..to or switch@from..to, such as"
              + " leaf1-spine2@100us..1ms, or node-node=kind@from..to, such as"
              + " leaf1-spine2=loss:1e-4");
    }
    return new LinkFailure(
        place.get(),
        equals < 0 ? new FailureKind.Down() : FailureKind.parse(what.substring(equals + 1)),
        at < 0 ? FailureTime.ALWAYS : FailureTime.parse(text.substring(at + 1), text));
  }

  /**
   * The time in which something is wrong.
   *
   * @param fromPs since the experiment's start, before dilation
   * @param toPs when it is well again, before dilation; empty if it never is
   */
  public record FailureTime(long fromPs, OptionalLong toPs) {
    /** The time from the start and for good. */
    public static final FailureTime ALWAYS = new FailureTime(0, OptionalLong.empty());

    private static final String RANGE = "..";

    /**
     * The time of a part of a text, {@code 100us} or {@code 100us..1ms}.
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

  /**
   * The number of things that fail.
   *
   * @param number of them; not used where it is a share
   * @param share of all, 0 to 1; 0 where it is a number
   */
  public record FailureCount(int number, double share) {
    static final String NONE_TEXT = "0";

    private static final String PERCENT = "%";

    /** The count of a text, {@code 3} or {@code 2%}. */
    static FailureCount parse(String text) {
      String stripped = text.strip();
      Supplier<UserInputException> refusal =
          () ->
              new UserInputException(
                  "'" + text + "' is neither a number nor a share of 0% to 100%");
      if (stripped.endsWith(PERCENT)) {
        String digits = stripped.substring(0, stripped.length() - 1);
        return new FailureCount(0, Quantities.number(digits, 0, 100).orElseThrow(refusal) / 100);
      }
      long number = Quantities.whole(stripped, 0, Integer.MAX_VALUE).orElseThrow(refusal);
      return new FailureCount((int) number, 0);
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
}
