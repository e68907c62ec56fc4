package io.smartt.emulation.cli.progress;

/** A bar of characters, and how long what is left takes at the speed so far. */
public final class ProgressBar {
  private static final double NS_PER_S = 1e9;
  private static final int SECONDS_PER_MINUTE = 60;
  private static final int SECONDS_PER_HOUR = 3_600;

  private ProgressBar() {}

  /**
   * Draws the bar.
   *
   * @param part from 0 to 1; more counts as 1
   * @param width characters between its ends
   */
  public static String of(double part, int width) {
    int filled = (int) (width * Math.clamp(part, 0, 1));
    return "[" + "#".repeat(filled) + " ".repeat(width - filled) + "]";
  }

  /**
   * Says what is left, as a half sentence.
   *
   * @param elapsedNs since it began
   * @param done in any unit; until something is, what is left is not known
   * @param rest in the same unit
   */
  public static String left(long elapsedNs, double done, double rest) {
    return done <= 0
        ? "time left unknown"
        : duration(Math.round(elapsedNs / NS_PER_S * rest / done)) + " left";
  }

  private static String duration(long seconds) {
    if (seconds < SECONDS_PER_MINUTE) {
      return seconds + " s";
    }
    return seconds < SECONDS_PER_HOUR
        ? seconds / SECONDS_PER_MINUTE + " min " + seconds % SECONDS_PER_MINUTE + " s"
        : seconds / SECONDS_PER_HOUR
            + " h "
            + seconds % SECONDS_PER_HOUR / SECONDS_PER_MINUTE
            + " min";
  }
}
