package io.smartt.experiment.trace.limit;

import module java.base;

import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;

/**
 * A span of a run's time.
 *
 * @param fromPs picoseconds since the run began
 * @param untilPs the first that is not in it
 */
public record CaptureWindow(long fromPs, long untilPs) {
  /** The whole run. */
  public static final CaptureWindow ALL = new CaptureWindow(0, Long.MAX_VALUE);

  private static final Pattern SPAN = Pattern.compile("(.*?)\\.\\.(.*)");

  /**
   * Reads {@code 10us..50us}; either end may be left out.
   *
   * @throws UserInputException if it is no span
   */
  public static CaptureWindow parse(String text) {
    if (text.strip().equals("all")) {
      return ALL;
    }
    Matcher span = SPAN.matcher(text.strip());
    if (!span.matches()) {
      throw new UserInputException(
          "'" + text + "' is no span of time: all, or two times as in 10us..50us");
    }
    String from = span.group(1);
    String until = span.group(2);
    CaptureWindow window =
        new CaptureWindow(
            from.isEmpty() ? 0 : Quantities.picoseconds(from),
            until.isEmpty() ? Long.MAX_VALUE : Quantities.picoseconds(until));
    if (window.fromPs >= window.untilPs) {
      throw new UserInputException("'" + text + "' is an empty span of time");
    }
    return window;
  }

  boolean has(long timePs) {
    return fromPs <= timePs && timePs < untilPs;
  }
}
