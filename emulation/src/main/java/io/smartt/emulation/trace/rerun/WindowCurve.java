package io.smartt.emulation.trace.rerun;

import java.util.Arrays;

/** A congestion window over time, one point an acknowledgement of new data and one a trim. */
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
   * The largest distance of a curve from this one at the other's points. Of curves with as many
   * points each is compared with its counterpart; one that is thinned, with what this had just
   * before or after, whichever is nearer, because stamps may be rounded.
   */
  public long farthest(WindowCurve other) {
    long most = 0;
    if (size == other.size) {
      for (int i = 0; i < size; i++) {
        most = Math.max(most, Math.abs(windows[i] - other.windows[i]));
      }
      return most;
    }
    for (int i = 0; i < other.size; i++) {
      most = Math.max(most, distance(other.timesPs[i], other.windows[i]));
    }
    return size == 0 ? 0 : most;
  }

  private long distance(long timePs, long windowBytes) {
    int at = Arrays.binarySearch(timesPs, 0, size, timePs);
    int after = at < 0 ? -at - 1 : at;
    long nearest = Long.MAX_VALUE;
    for (int i = Math.max(0, after - 2); i < Math.min(size, after + 2); i++) {
      nearest = Math.min(nearest, Math.abs(windows[i] - windowBytes));
    }
    return nearest;
  }
}
