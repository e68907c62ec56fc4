package io.smartt.p4.pipeline;

/** The packets and bytes that a counter cell has counted. */
public record CounterValue(long packets, long bytes) {
  /** Nothing counted. */
  public static final CounterValue ZERO = new CounterValue(0, 0);
}
