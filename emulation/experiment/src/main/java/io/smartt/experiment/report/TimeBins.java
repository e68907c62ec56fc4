package io.smartt.experiment.report;

import java.util.Arrays;

/**
 * Bins of equal width one after another, aligned to time zero. There are never more than a bound:
 * when time goes on beyond the last one, the width doubles and neighbours merge. Allocates nothing
 * once it has grown to its bound.
 *
 * <p>What is recorded goes to the last bin, packet by packet. That one is kept in fields, and goes
 * to its cells when it is left or read: most records touch this object and no array.
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
  private double lastLeast;
  private double lastLargest;
  private double lastSum;
  private double lastWeight;

  TimeBins(long widthPs, int maxBins) {
    if (widthPs < 1 || maxBins < 2) {
      throw new IllegalArgumentException(maxBins + " bins of " + widthPs + " ps");
    }
    this.widthPs = widthPs;
    this.maxBins = maxBins;
  }

  /** A copy with fewer, wider bins. */
  TimeBins thinned(int bins) {
    store();
    TimeBins copy = new TimeBins(widthPs, maxBins);
    copy.first = first;
    copy.size = size;
    copy.cells = cells.clone();
    copy.lastStartPs = lastStartPs;
    copy.lastEndPs = lastEndPs;
    copy.load();
    copy.limitTo(bins);
    return copy;
  }

  /** Bins of the same width and bound, none of them begun. */
  TimeBins emptyCopy() {
    return new TimeBins(widthPs, maxBins);
  }

  /**
   * Becomes a copy of bins that have gone on since the last call; they change at their end only,
   * unless they widen.
   *
   * @return whether they have changed
   */
  boolean follow(TimeBins source) {
    source.store();
    boolean same = size > 0 && widthPs == source.widthPs && first == source.first;
    int from = same && size <= source.size ? size - 1 : 0;
    int begin = STRIDE * from;
    int end = STRIDE * source.size;
    if (same && size == source.size && Arrays.equals(cells, begin, end, source.cells, begin, end)) {
      return false;
    }
    if (cells.length < end) {
      cells = Arrays.copyOf(cells, source.cells.length);
    }
    System.arraycopy(source.cells, begin, cells, begin, end - begin);
    maxBins = source.maxBins;
    widthPs = source.widthPs;
    first = source.first;
    size = source.size;
    lastStartPs = source.lastStartPs;
    lastEndPs = source.lastEndPs;
    load();
    return end > 0;
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
    return bin == size - 1 ? lastLeast : cells[STRIDE * bin + LEAST];
  }

  double largest(int bin) {
    return bin == size - 1 ? lastLargest : cells[STRIDE * bin + LARGEST];
  }

  double sum(int bin) {
    return bin == size - 1 ? lastSum : cells[STRIDE * bin + SUM];
  }

  double weight(int bin) {
    return bin == size - 1 ? lastWeight : cells[STRIDE * bin + WEIGHT];
  }

  /** The sum over all bins. */
  double total() {
    store();
    double total = 0;
    for (int at = SUM; at < STRIDE * size; at += STRIDE) {
      total += cells[at];
    }
    return total;
  }

  /** Goes to the bin of an instant, which becomes the last; never back. */
  void goTo(long timePs) {
    if (timePs >= lastEndPs) {
      append(timePs);
    }
  }

  /** Adds a value to the last bin. */
  void note(double value, double weight) {
    lastLeast = Math.min(lastLeast, value);
    lastLargest = Math.max(lastLargest, value);
    lastSum += value * weight;
    lastWeight += weight;
  }

  /** Adds an amount to the last bin. */
  void add(double amount) {
    lastSum += amount;
  }

  /** Lowers the bound. */
  void limitTo(int bins) {
    maxBins = bins;
    store();
    while (size > maxBins) {
      merge();
    }
    load();
  }

  private void store() {
    if (size > 0) {
      int at = STRIDE * (size - 1);
      cells[at + LEAST] = lastLeast;
      cells[at + LARGEST] = lastLargest;
      cells[at + SUM] = lastSum;
      cells[at + WEIGHT] = lastWeight;
    }
  }

  private void load() {
    if (size > 0) {
      int at = STRIDE * (size - 1);
      lastLeast = cells[at + LEAST];
      lastLargest = cells[at + LARGEST];
      lastSum = cells[at + SUM];
      lastWeight = cells[at + WEIGHT];
    }
  }

  private void append(long timePs) {
    store();
    if (size == 0) {
      first = timePs / widthPs;
    }
    while (timePs / widthPs - first >= maxBins) {
      merge();
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
    load();
    lastStartPs = timePs / widthPs * widthPs;
    lastEndPs = lastStartPs + widthPs;
  }

  /** Doubles the width, in the cells. */
  private void merge() {
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
