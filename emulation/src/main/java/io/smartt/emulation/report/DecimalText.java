package io.smartt.emulation.report;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** DecimalText as text, the same in every locale and on every machine. */
final class DecimalText {
  private static final long PS_PER_US = 1_000_000;
  private static final int DECIMALS = 6;

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

  /** At most six decimals, half up, without trailing zeros and without exponent. */
  static String plain(double value) {
    BigDecimal rounded =
        BigDecimal.valueOf(value).setScale(DECIMALS, RoundingMode.HALF_UP).stripTrailingZeros();
    return rounded.toPlainString();
  }
}
