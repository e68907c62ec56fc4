package io.smartt.experiment.report;

import module java.base;

/** DecimalText as text, the same in every locale and on every machine. */
final class DecimalText {
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
    out.append(ps / PS_PER_US);
    long fraction = ps % PS_PER_US;
    if (fraction == 0) {
      return;
    }
    out.append('.');
    for (long digit = PS_PER_US / 10; fraction > 0; digit /= 10) {
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
    long scaled = Math.round(value * scale);
    long fraction = scaled % (long) scale;
    out.append(scaled / (long) scale);
    if (fraction == 0) {
      return;
    }
    out.append('.');
    for (long digit = (long) scale / 10; fraction > 0; digit /= 10) {
      out.append((char) ('0' + fraction / digit));
      fraction %= digit;
    }
  }

  /** Writes at most six decimals, half up, without trailing zeros and without exponent. */
  static String plain(double value) {
    BigDecimal rounded =
        BigDecimal.valueOf(value).setScale(DECIMALS, RoundingMode.HALF_UP).stripTrailingZeros();
    return rounded.toPlainString();
  }
}
