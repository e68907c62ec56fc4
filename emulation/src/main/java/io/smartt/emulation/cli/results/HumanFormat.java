package io.smartt.emulation.cli.results;

import java.util.Locale;

/** Times and counts as a person reads them, with a decimal point in every locale. */
public final class HumanFormat {
  private static final double PS_PER_US = 1e6;

  private HumanFormat() {}

  /** A unit of time and how many microseconds it has. */
  enum TimeUnit {
    MICROSECOND("us", 1),
    MILLISECOND("ms", 1e3),
    SECOND("s", 1e6);

    private final String symbol;
    private final double microseconds;

    TimeUnit(String symbol, double microseconds) {
      this.symbol = symbol;
      this.microseconds = microseconds;
    }

    /** The largest in which the time is at least one. */
    static TimeUnit fitting(double us) {
      return us < MILLISECOND.microseconds
          ? MICROSECOND
          : us < SECOND.microseconds ? MILLISECOND : SECOND;
    }

    String format(double us) {
      return String.format(Locale.ROOT, "%.3f %s", us / microseconds, symbol);
    }
  }

  public static String time(double us) {
    return TimeUnit.fitting(us).format(us);
  }

  public static String timeOfPs(long ps) {
    return time(ps / PS_PER_US);
  }

  /** Writes bytes in the largest binary unit in which they are at least one. */
  public static String bytes(long bytes) {
    String[] units = {"B", "KiB", "MiB", "GiB", "TiB"};
    double value = bytes;
    int unit = 0;
    while (value >= 1024 && unit < units.length - 1) {
      value /= 1024;
      unit++;
    }
    return unit == 0 ? bytes + " B" : String.format(Locale.ROOT, "%.1f %s", value, units[unit]);
  }
}
