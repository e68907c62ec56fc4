package io.smartt.experiment.report;

import module java.base;

/** Decimals as text, the same in every locale and on every machine. */
public final class DecimalText {
  private static final long PS_PER_US = 1_000_000;
  private static final int DECIMALS = 6;
  private static final double[] POWERS_OF_TEN = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6};

  /** Whole numbers up to this one have a double of their own. */
  private static final double MOST_EXACT = 1L << 53;

  private DecimalText() {}

  /** Picoseconds as microseconds, exact, without trailing zeros: 1234500 is 1.2345. */
  static void appendUs(StringBuilder out, long ps) {
    if (ps < 0) {
      throw new IllegalArgumentException("time of " + ps + " ps");
    }
    append(out, ps, PS_PER_US);
  }

  /** Appends a whole number over a power of ten, without trailing zeros. */
  private static void append(StringBuilder out, long number, long unit) {
    out.append(number / unit);
    long fraction = number % unit;
    if (fraction == 0) {
      return;
    }
    out.append('.');
    for (long digit = unit / 10; fraction > 0; digit /= 10) {
      out.append((char) ('0' + fraction / digit));
      fraction %= digit;
    }
  }

  /**
   * Appends at most so many decimals, half up, without trailing zeros; for what is not negative.
   */
  static void append(StringBuilder out, double value, int decimals) {
    double scale = POWERS_OF_TEN[decimals];
    if (!(value >= 0 && value * scale < MOST_EXACT)) {
      out.append(
          BigDecimal.valueOf(value)
              .setScale(decimals, RoundingMode.HALF_UP)
              .stripTrailingZeros()
              .toPlainString());
      return;
    }
    append(out, Math.round(value * scale), (long) scale);
  }

  /** Writes at most six decimals, half up, without trailing zeros and without exponent. */
  public static String plain(double value) {
    BigDecimal rounded =
        BigDecimal.valueOf(value).setScale(DECIMALS, RoundingMode.HALF_UP).stripTrailingZeros();
    return rounded.toPlainString();
  }
}
