package io.smartt.emulation.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Copies of the series of recorders that go on recording, as they are shown, with what of them was
 * shown before. For two threads in turns: one that copies, and one that shows.
 */
public final class SampleMirror {
  /** Bins of one series that are shown: few steps, since each is another width for all series. */
  private static final int[] LIMITS = {600, 300, 150, 75, ReportData.MIN_SERIES_BINS};

  private final List<List<Follower>> recorders = new ArrayList<>();
  private int recorder;
  private int limit = LIMITS[0];
  private int leftOff;

  /** One series. */
  private static final class Follower {
    final SampleSeries copy;
    boolean changed;
    SampleSeries shown;
    long shownWidthPs;
    int shownSize;

    Follower(SampleSeries copy) {
      this.copy = copy;
      shown = copy;
    }
  }

  /** Receives what is different of a series. */
  @FunctionalInterface
  public interface Changes {
    /**
     * Takes a series.
     *
     * @param from the first bin that is different; 0 where the width is
     */
    void take(SampleSeries series, int from);
  }

  /** Begins to copy, with the first recorder. */
  public void begin() {
    recorder = 0;
    leftOff = 0;
  }

  /** Copies the next recorder, in which nothing may record meanwhile. */
  public void copy(SampleRecorder source) {
    source.settle();
    leftOff += source.leftOff();
    if (recorder == recorders.size()) {
      recorders.add(new ArrayList<>());
    }
    List<Follower> followers = recorders.get(recorder);
    recorder++;
    List<SampleSeries> kept = source.kept();
    for (int i = followers.size(); i < kept.size(); i++) {
      followers.add(new Follower(kept.get(i).follower()));
    }
    for (int i = 0; i < kept.size(); i++) {
      Follower follower = followers.get(i);
      follower.changed |= follower.copy.follow(kept.get(i));
    }
  }

  /** Has what is different since the last call taken; it counts as shown from then on. */
  public void show(Changes changes) {
    int newLimit = limit();
    boolean all = newLimit != limit;
    limit = newLimit;
    for (List<Follower> followers : recorders) {
      for (Follower follower : followers) {
        if (follower.changed || (all && follower.shownSize > limit)) {
          show(follower, changes);
        }
      }
    }
  }

  private int limit() {
    int series = recorders.stream().mapToInt(List::size).sum();
    int most = ReportData.seriesBins(series);
    int steps = 0;
    while (steps < LIMITS.length - 1 && LIMITS[steps] > most) {
      steps++;
    }
    return LIMITS[steps];
  }

  private void show(Follower follower, Changes changes) {
    follower.changed = false;
    SampleSeries series = follower.copy.thinned(limit);
    boolean same = series.widthPs() == follower.shownWidthPs;
    // What was the last bin has changed too.
    int from = same ? Math.max(0, Math.min(follower.shownSize, series.size()) - 1) : 0;
    follower.shown = series;
    follower.shownWidthPs = series.widthPs();
    follower.shownSize = series.size();
    if (series.size() > 0) {
      changes.take(series, from);
    }
  }

  /** All that was shown, so that bins of {@link #show} go on from here. */
  public RunSamples shown() {
    List<SampleSeries> all = new ArrayList<>();
    for (List<Follower> followers : recorders) {
      followers.forEach(follower -> all.add(follower.shown));
    }
    return new RunSamples(all, leftOff);
  }
}
