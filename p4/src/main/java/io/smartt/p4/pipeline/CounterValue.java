package io.smartt.p4.pipeline;

/** What a counter cell has counted. */
public record CounterValue(long packets, long bytes) {
  /** Nothing counted. */
  public static final CounterValue ZERO = new CounterValue(0, 0);
}
