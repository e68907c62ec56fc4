package io.smartt.emulation.report;

import java.util.Arrays;

/**
 * Bins of equal width one after another, aligned to time zero. There are never more than a bound:
 * when time goes on beyond the last one, the width doubles and neighbours merge. Allocates nothing
 * once it has grown to its bound.
 */
final class TimeBins {
  private static final int FIRST_CAPACITY = 16;

  /** Least, largest, sum and weight side by side, so that one bin is in one cache line. */
  private static final int STRIDE = 4;

  private static final int LEAST = 0;
  private static final int LARGEST = 1;
  private static final int SUM = 2;
  private static final int WEIGHT = 3;
  private static final double[] NOTHING = {
    Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 0, 0
  };

  private int maxBins;
  private long widthPs;
  private long first;
  private int size;
  private double[] cells = new double[0];
  private long lastStartPs;
  private long lastEndPs = Long.MIN_VALUE;

  TimeBins(long widthPs, int maxBins) {
    if (widthPs < 1 || maxBins < 2) {
      throw new IllegalArgumentException(maxBins + " bins of " + widthPs + " ps");
    }
    this.widthPs = widthPs;
    this.maxBins = maxBins;
  }

  /** A copy with fewer, wider bins. */
  TimeBins thinned(int bins) {
    TimeBins copy = new TimeBins(widthPs, maxBins);
    copy.first = first;
    copy.size = size;
    copy.cells = cells.clone();
    copy.lastStartPs = lastStartPs;
    copy.lastEndPs = lastEndPs;
    copy.limitTo(bins);
    return copy;
  }

  int size() {
    return size;
  }

  long widthPs() {
    return widthPs;
  }

  long startPs(int bin) {
    return (first + bin) * widthPs;
  }

  /** The end of the bin that was last gone to. */
  long lastEndPs() {
    return lastEndPs;
  }

  double least(int bin) {
    return cells[STRIDE * bin + LEAST];
  }

  double largest(int bin) {
    return cells[STRIDE * bin + LARGEST];
  }

  double sum(int bin) {
    return cells[STRIDE * bin + SUM];
  }

  double weight(int bin) {
    return cells[STRIDE * bin + WEIGHT];
  }

  /** Goes to the bin of an instant, which becomes the last; never back. */
  void goTo(long timePs) {
    if (timePs >= lastEndPs) {
      append(timePs);
    }
  }

  /** Adds a value to the last bin. */
  void note(double value, double weight) {
    int at = STRIDE * (size - 1);
    cells[at + LEAST] = Math.min(cells[at + LEAST], value);
    cells[at + LARGEST] = Math.max(cells[at + LARGEST], value);
    cells[at + SUM] += value * weight;
    cells[at + WEIGHT] += weight;
  }

  /** Adds an amount to the last bin. */
  void add(double amount) {
    cells[STRIDE * (size - 1) + SUM] += amount;
  }

  /** Lowers the bound. */
  void limitTo(int bins) {
    maxBins = bins;
    while (size > maxBins) {
      widen();
    }
  }

  private void append(long timePs) {
    if (size == 0) {
      first = timePs / widthPs;
    }
    while (timePs / widthPs - first >= maxBins) {
      widen();
    }
    int bins = (int) (timePs / widthPs - first) + 1;
    if (STRIDE * bins > cells.length) {
      int capacity = Math.clamp(2L * bins, FIRST_CAPACITY, Math.max(FIRST_CAPACITY, maxBins));
      cells = Arrays.copyOf(cells, STRIDE * Math.max(bins, capacity));
    }
    for (int bin = size; bin < bins; bin++) {
      System.arraycopy(NOTHING, 0, cells, STRIDE * bin, STRIDE);
    }
    size = bins;
    lastStartPs = timePs / widthPs * widthPs;
    lastEndPs = lastStartPs + widthPs;
  }

  private void widen() {
    long newFirst = first >> 1;
    int merged = 0;
    for (int bin = 0; bin < size; bin++) {
      int to = (int) (((first + bin) >> 1) - newFirst);
      if (to == merged) {
        System.arraycopy(cells, STRIDE * bin, cells, STRIDE * to, STRIDE);
        merged++;
      } else {
        merge(STRIDE * bin, STRIDE * to);
      }
    }
    first = newFirst;
    size = merged;
    widthPs *= 2;
    lastStartPs = lastStartPs / widthPs * widthPs;
    lastEndPs = size == 0 ? Long.MIN_VALUE : lastStartPs + widthPs;
  }

  private void merge(int from, int to) {
    cells[to + LEAST] = Math.min(cells[to + LEAST], cells[from + LEAST]);
    cells[to + LARGEST] = Math.max(cells[to + LARGEST], cells[from + LARGEST]);
    cells[to + SUM] += cells[from + SUM];
    cells[to + WEIGHT] += cells[from + WEIGHT];
  }
}
