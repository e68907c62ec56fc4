package io.smartt.experiment.report;

import module java.base;

import org.apache.commons.statistics.descriptive.Quantile;
import org.apache.commons.statistics.descriptive.Quantile.EstimationMethod;

/**
 * Four numbers about a set of values. Percentiles interpolate linearly between the two closest
 * ranks: of n sorted values the one for p is at rank p (n - 1), counted from 0 (Hyndman and Fan,
 * definition 7; the default of NumPy and R, and what the reference simulator's results use). So
 * with few flows p99 lies between the two slowest.
 */
public record Distribution(double min, double median, double p99, double max) {
  private static final Quantile DEFINITION_7 = Quantile.withDefaults().with(EstimationMethod.HF7);

  /** Its numbers by name, in order. */
  public static final Map<String, ToDoubleFunction<Distribution>> QUANTILES = quantiles();

  private static Map<String, ToDoubleFunction<Distribution>> quantiles() {
    Map<String, ToDoubleFunction<Distribution>> all = new LinkedHashMap<>();
    all.put("min", Distribution::min);
    all.put("median", Distribution::median);
    all.put("p99", Distribution::p99);
    all.put("max", Distribution::max);
    return all;
  }

  /** Returns the distribution of these values, in any order; empty if there are none. */
  public static Optional<Distribution> of(double[] values) {
    if (values.length == 0) {
      return Optional.empty();
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return Optional.of(
        new Distribution(
            sorted[0],
            percentile(sorted, 0.5),
            percentile(sorted, 0.99),
            sorted[sorted.length - 1]));
  }

  /**
   * Returns one percentile.
   *
   * @param sorted at least one value, ascending
   * @param p from 0 to 1
   */
  public static double percentile(double[] sorted, double p) {
    return DEFINITION_7.evaluate(sorted.length, rank -> sorted[rank], p);
  }
}
