package io.smartt.emulation.plot;

import io.smartt.emulation.report.Distribution;
import java.util.Arrays;
import java.util.stream.DoubleStream;

/**
 * What a box of a box plot is drawn from (Tukey): quartiles by linear interpolation between ranks,
 * whiskers to the farthest values within 1.5 times their distance, and the values beyond.
 *
 * @param five lower whisker, lower quartile, median, upper quartile, upper whisker
 * @param beyond values outside the whiskers, ascending
 */
@SuppressWarnings("ArrayRecordComponent") // drawn and forgotten; nobody compares them
record BoxNumbers(double[] five, double[] beyond) {
  private static final double WHISKER = 1.5;

  /**
   * @param values at least one
   */
  static BoxNumbers of(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double lower = Distribution.percentile(sorted, 0.25);
    double upper = Distribution.percentile(sorted, 0.75);
    double reach = WHISKER * (upper - lower);
    double[] within =
        DoubleStream.of(sorted)
            .filter(value -> lower - reach <= value && value <= upper + reach)
            .toArray();
    double[] beyond =
        DoubleStream.of(sorted)
            .filter(value -> value < lower - reach || upper + reach < value)
            .toArray();
    return new BoxNumbers(
        new double[] {
          within[0], lower, Distribution.percentile(sorted, 0.5), upper, within[within.length - 1]
        },
        beyond);
  }
}
