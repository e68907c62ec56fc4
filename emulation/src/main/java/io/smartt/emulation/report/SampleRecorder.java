package io.smartt.emulation.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * Collects series of samples in bounded memory. A few series may hold {@value #MAX_POINTS} points
 * each; the more series there are, the fewer each may hold, down to {@value #MIN_POINTS}; then no
 * more series are kept and {@link #seriesLeftOff()} says how many were not.
 *
 * <p>Several threads may open and record series of their own at once; {@link #settle} is for one
 * thread, while no other records. The result depends on what was opened and recorded between two
 * calls of it, not on the order, so that two runs of one seed record the same.
 */
public final class SampleRecorder {
  /** Most points that one series may hold. */
  public static final int MAX_POINTS = 2_000;

  /** Fewest points that a series is thinned to for the sake of others. */
  public static final int MIN_POINTS = 100;

  /** Default number of points of all series together. */
  public static final int DEFAULT_BUDGET_POINTS = 400_000;

  private final int budgetPoints;
  private final List<SampleSeries> series = new ArrayList<>();
  private final List<SampleSeries> opened = new ArrayList<>();
  private int maxPoints = MAX_POINTS;
  private int seriesLeftOff;

  /** With the default budget. */
  public SampleRecorder() {
    this(DEFAULT_BUDGET_POINTS);
  }

  /** With a budget of points for all series together. */
  public SampleRecorder(int budgetPoints) {
    if (budgetPoints < 0) {
      throw new IllegalArgumentException("budget of " + budgetPoints + " points");
    }
    this.budgetPoints = budgetPoints;
  }

  /**
   * Opens a series. Keep it: there is no look-up, and a second call opens a second series. It
   * records nothing after {@link #settle} if the budget has no room for it.
   */
  public SampleSeries open(Metric metric, SampleSubject subject) {
    SampleSeries one = new SampleSeries(metric, subject, MAX_POINTS);
    synchronized (opened) {
      opened.add(one);
    }
    return one;
  }

  /** Finds room for the series opened since the last call, in the order of their subjects. */
  public void settle() {
    if (opened.isEmpty()) {
      return;
    }
    opened.sort(
        Comparator.comparing(SampleSeries::subject, SampleSubject.ORDER)
            .thenComparing(SampleSeries::metric));
    opened.forEach(this::keep);
    opened.clear();
  }

  private void keep(SampleSeries one) {
    if ((long) (series.size() + 1) * MIN_POINTS > budgetPoints) {
      seriesLeftOff++;
      one.leaveOff();
      return;
    }
    int share = Math.min(MAX_POINTS, budgetPoints / (series.size() + 1));
    if (share < maxPoints) {
      // In steps of two, so that opening n series thins the others log n times, not n times.
      while (share < maxPoints) {
        maxPoints = Math.max(MIN_POINTS, maxPoints / 2);
      }
      for (SampleSeries each : series) {
        each.limitTo(maxPoints);
      }
    }
    one.limitTo(maxPoints);
    series.add(one);
  }

  /** The series that were kept, in the order in which they were settled. */
  public List<SampleSeries> series() {
    settle();
    return Collections.unmodifiableList(series);
  }

  /** How many series were asked for and not opened for want of budget. */
  public int seriesLeftOff() {
    settle();
    return seriesLeftOff;
  }
}
