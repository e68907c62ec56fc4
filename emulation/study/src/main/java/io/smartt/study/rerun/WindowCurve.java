package io.smartt.study.rerun;

import java.util.Arrays;

/**
 * A congestion window over time, one point an acknowledgement of new data, one a trim, and one a
 * timeout.
 */
public final class WindowCurve {
  private static final int BESIDES = 2;

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

  /** Returns how many points it has. */
  public int size() {
    return size;
  }

  /** Returns when, picoseconds since the first packet of the trace. */
  public long timePs(int i) {
    return timesPs[i];
  }

  /** The window after it. */
  public long windowBytes(int i) {
    return windows[i];
  }

  /**
   * The distance of a window from the nearest one of this curve in a time, in bytes. The two points
   * before and after that time are looked at too.
   */
  double distance(long fromPs, long toPs, double windowBytes) {
    double nearest = Double.POSITIVE_INFINITY;
    int last = Math.min(size, first(toPs) + BESIDES);
    for (int i = Math.max(0, first(fromPs) - BESIDES); i < last; i++) {
      nearest = Math.min(nearest, Math.abs(windows[i] - windowBytes));
    }
    return nearest;
  }

  /** The first point that is not before an instant. */
  private int first(long atPs) {
    int at = Arrays.binarySearch(timesPs, 0, size, atPs);
    int next = at < 0 ? -at - 1 : at;
    while (next > 0 && timesPs[next - 1] == atPs) {
      next--;
    }
    return next;
  }
}
