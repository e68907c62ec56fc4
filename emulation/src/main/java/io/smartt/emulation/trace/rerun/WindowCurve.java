package io.smartt.emulation.trace.rerun;

import java.util.Arrays;

/**
 * A congestion window over time, one point an acknowledgement of new data, one a trim, and one a
 * timeout.
 */
public final class WindowCurve {
  private final String label;
  private long[] timesPs = new long[64];
  private long[] windows = new long[64];
  private int size;

  /** An empty curve. */
  public WindowCurve(String label) {
    this.label = label;
  }

  /** Whose window it is. */
  public String label() {
    return label;
  }

  /** Adds a point. */
  public void add(long timePs, long windowBytes) {
    if (size == timesPs.length) {
      timesPs = Arrays.copyOf(timesPs, 2 * size);
      windows = Arrays.copyOf(windows, 2 * size);
    }
    timesPs[size] = timePs;
    windows[size++] = windowBytes;
  }

  /** How many points it has. */
  public int size() {
    return size;
  }

  /** When, picoseconds since the first packet of the trace. */
  public long timePs(int i) {
    return timesPs[i];
  }

  /** The window after it. */
  public long windowBytes(int i) {
    return windows[i];
  }

  /**
   * Least and largest window of a time.
   *
   * @param least infinite where there was none
   * @param largest negative infinite where there was none
   */
  record Range(double least, double largest) {}

  /**
   * The windows from one instant up to another, not included.
   *
   * @param held whether the window that there was at the first instant counts
   */
  Range range(long fromPs, long toPs, boolean held) {
    int at = Arrays.binarySearch(timesPs, 0, size, fromPs);
    int next = at < 0 ? -at - 1 : at;
    while (next > 0 && timesPs[next - 1] == fromPs) {
      next--;
    }
    double least = Double.POSITIVE_INFINITY;
    double largest = Double.NEGATIVE_INFINITY;
    for (int i = Math.max(0, held ? next - 1 : next); i < size && timesPs[i] < toPs; i++) {
      least = Math.min(least, (double) windows[i]);
      largest = Math.max(largest, (double) windows[i]);
    }
    return new Range(least, largest);
  }
}
