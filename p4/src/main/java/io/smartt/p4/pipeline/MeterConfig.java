package io.smartt.p4.pipeline;

/**
 * Rates of a three-colour marker. Units are bytes or packets, as the meter counts.
 *
 * @param committedRate units a second
 * @param committedBurst units
 * @param peakRate units a second, at least the committed rate; of a single-rate marker not looked
 *     at
 * @param peakBurst units; of a single-rate marker not looked at
 * @param excessBurst units; greater than 0 makes a single-rate marker (RFC 2697), 0 a two-rate one
 *     (RFC 2698)
 */
public record MeterConfig(
    long committedRate, long committedBurst, long peakRate, long peakBurst, long excessBurst) {
  /** A two-rate marker. */
  public static MeterConfig twoRate(
      long committedRate, long committedBurst, long peakRate, long peakBurst) {
    return new MeterConfig(committedRate, committedBurst, peakRate, peakBurst, 0);
  }

  /** A single-rate marker. */
  public static MeterConfig singleRate(long committedRate, long committedBurst, long excessBurst) {
    return new MeterConfig(committedRate, committedBurst, committedRate, 0, excessBurst);
  }
}
