package io.smartt.p4.pipeline;

/**
 * Rates of a two-rate three-colour marker (RFC 2698). Units are bytes or packets, as the meter
 * counts.
 *
 * @param committedRate units a second
 * @param committedBurst units
 * @param peakRate units a second, at least the committed rate
 * @param peakBurst units
 */
public record MeterConfig(long committedRate, long committedBurst, long peakRate, long peakBurst) {}
