package io.smartt.emulation.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Collects series of samples in bounded memory. A few series may hold {@value #MAX_POINTS} points
 * each; the more series there are, the fewer each may hold, down to {@value #MIN_POINTS}; then no
 * more series are opened and {@link #seriesLeftOff()} says how many were not. The result depends on
 * the calls only, so that two runs of one seed record the same. Not thread-safe.
 */
public final class SampleRecorder {
  /** Most points that one series may hold. */
  public static final int MAX_POINTS = 2_000;

  /** Fewest points that a series is thinned to for the sake of others. */
  public static final int MIN_POINTS = 100;

  /** Points of all series together unless the constructor is told otherwise. */
  public static final int DEFAULT_BUDGET_POINTS = 400_000;

  private final int budgetPoints;
  private final List<SampleSeries> series = new ArrayList<>();
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
   * Opens a series. Keep it: there is no look-up, and a second call opens a second series.
   *
   * @return empty if the budget has no room for another series
   */
  public Optional<SampleSeries> open(Metric metric, SampleSubject subject) {
    if ((long) (series.size() + 1) * MIN_POINTS > budgetPoints) {
      seriesLeftOff++;
      return Optional.empty();
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
    SampleSeries opened = new SampleSeries(metric, subject, maxPoints);
    series.add(opened);
    return Optional.of(opened);
  }

  /** All series in the order in which they were opened. */
  public List<SampleSeries> series() {
    return Collections.unmodifiableList(series);
  }

  /** How many series were asked for and not opened for want of budget. */
  public int seriesLeftOff() {
    return seriesLeftOff;
  }
}
