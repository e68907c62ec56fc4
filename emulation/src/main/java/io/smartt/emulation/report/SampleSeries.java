package io.smartt.emulation.report;

import java.util.Arrays;

/**
 * One value over time, bounded: once full, neighbouring points are merged in pairs and from then on
 * each stored point stands for twice as many samples. Of the samples that a point stands for it
 * keeps one as it was recorded, the last or the largest as the {@link Metric} asks, so peaks of a
 * queue survive. Depends on the samples only, never on a clock. Recording allocates nothing once
 * the series has grown to its bound.
 */
public final class SampleSeries {
  private static final int FIRST_CAPACITY = 32;

  private final Metric metric;
  private final SampleSubject subject;
  private final boolean keepsLargest;
  private int maxPoints;
  private long[] timesPs;
  private long[] values;
  private int size;
  private long samplesPerPoint = 1;
  private long pendingSamples;
  private long pendingTimePs;
  private long pendingValue;

  SampleSeries(Metric metric, SampleSubject subject, int maxPoints) {
    this.metric = metric;
    this.subject = subject;
    this.keepsLargest = metric.keep() == Metric.Keep.LARGEST;
    this.maxPoints = maxPoints;
    int capacity = Math.min(FIRST_CAPACITY, maxPoints);
    this.timesPs = new long[capacity];
    this.values = new long[capacity];
  }

  /** What is measured. */
  public Metric metric() {
    return metric;
  }

  /** Whose value it is. */
  public SampleSubject subject() {
    return subject;
  }

  /**
   * Takes one sample.
   *
   * @param timePs picoseconds since the start of the experiment, never less than the call before
   * @param value in the unit of the metric
   */
  public void record(long timePs, long value) {
    if (pendingSamples == 0 || !keepsLargest || value > pendingValue) {
      pendingTimePs = timePs;
      pendingValue = value;
    }
    pendingSamples++;
    if (pendingSamples >= samplesPerPoint) {
      store();
    }
  }

  /** How many points it has, at most the bound. */
  public int size() {
    return pendingSamples > 0 ? size + 1 : size;
  }

  /** When the sample of point {@code i} was taken. */
  public long timePs(int i) {
    return i < size ? timesPs[i] : pendingTimePs;
  }

  /** The sample of point {@code i}. */
  public long value(int i) {
    return i < size ? values[i] : pendingValue;
  }

  /** Forgets its samples and takes no more. */
  void leaveOff() {
    samplesPerPoint = Long.MAX_VALUE;
    size = 0;
    timesPs = new long[0];
    values = new long[0];
  }

  void limitTo(int points) {
    maxPoints = points;
    while (size >= maxPoints) {
      mergePairs();
    }
  }

  private void store() {
    if (size == values.length) {
      int capacity = Math.min(maxPoints, 2 * values.length);
      timesPs = Arrays.copyOf(timesPs, capacity);
      values = Arrays.copyOf(values, capacity);
    }
    timesPs[size] = pendingTimePs;
    values[size] = pendingValue;
    size++;
    pendingSamples = 0;
    // One short of the bound, so that samples not yet stored have a point too.
    if (size >= maxPoints) {
      mergePairs();
    }
  }

  private void mergePairs() {
    int merged = 0;
    for (int i = 0; i + 1 < size; i += 2) {
      int kept = keepsLargest && values[i] >= values[i + 1] ? i : i + 1;
      timesPs[merged] = timesPs[kept];
      values[merged] = values[kept];
      merged++;
    }
    if (size % 2 == 1) {
      mergeIntoPending(timesPs[size - 1], values[size - 1]);
    }
    size = merged;
    samplesPerPoint *= 2;
  }

  private void mergeIntoPending(long timePs, long value) {
    if (pendingSamples == 0 || (keepsLargest && value >= pendingValue)) {
      pendingTimePs = timePs;
      pendingValue = value;
    }
    pendingSamples += samplesPerPoint;
  }
}
