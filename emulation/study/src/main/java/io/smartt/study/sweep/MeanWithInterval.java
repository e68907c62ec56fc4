package io.smartt.study.sweep;

import module java.base;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A mean of independent values, with the half width of its 95 % confidence interval by Student's t:
 * the true mean of normally distributed values is within in 95 of 100 cases.
 *
 * @param count how many values
 * @param mean of them
 * @param halfWidth of the interval; empty for a single value, which says nothing about its spread
 */
public record MeanWithInterval(int count, double mean, OptionalDouble halfWidth) {
  private static final double UPPER = 0.975;

  /** Returns the mean of these values, at least one. */
  public static MeanWithInterval of(double... values) {
    int n = values.length;
    double mean = DoubleStream.of(values).average().orElseThrow();
    if (n < 2) {
      return new MeanWithInterval(n, mean, OptionalDouble.empty());
    }
    double squares = DoubleStream.of(values).map(value -> (value - mean) * (value - mean)).sum();
    double standardError = Math.sqrt(squares / (n - 1) / n);
    double quantile = TDistribution.of(n - 1).inverseCumulativeProbability(UPPER);
    return new MeanWithInterval(n, mean, OptionalDouble.of(quantile * standardError));
  }
}
