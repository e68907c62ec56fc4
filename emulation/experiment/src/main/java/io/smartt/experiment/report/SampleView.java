package io.smartt.experiment.report;

import module java.base;

/**
 * The state of what those who made one choice of series have been shown. For one thread, in turns
 * with the one that copies.
 */
public final class SampleView {
  /** Bins of one series that are shown: few steps, since each is another width for all series. */
  private static final int[] LIMITS = {600, 300, 150, 75, ReportData.MIN_SERIES_BINS};

  private final SampleMirror mirror;
  private final SeriesChoice choice;
  private final List<Integer> scanned = new ArrayList<>();
  private final List<Shown> looked = new ArrayList<>();
  private final List<Shown> shown = new ArrayList<>();
  private final Map<Metric, List<SampleSeries>> overall = new EnumMap<>(Metric.class);
  private final Map<Metric, FlowBands> bands = new EnumMap<>(Metric.class);
  private final Map<Integer, Long> lookedPs = new HashMap<>();
  private long seen;
  private int limit = LIMITS[0];

  /** One series that is looked at. */
  private static final class Shown {
    final SampleMirror.Followed source;
    int number = -1;
    long widthPs;
    long startPs;
    int size;

    Shown(SampleMirror.Followed source) {
      this.source = source;
    }
  }

  /** Receives what is different of a series. */
  public interface Changes {
    /** Takes a series that was not shown before, or whose bins are others now. */
    void all(SampleSeries series);

    /**
     * Takes bins of a series.
     *
     * @param number of the series, in the order in which they were first shown
     * @param from the first bin that is different
     */
    void bins(int number, SampleSeries series, int from);
  }

  /** Creates the view of those that make a choice. */
  public SampleView(SampleMirror mirror, SeriesChoice choice) {
    this.mirror = mirror;
    this.choice = choice;
    for (Metric metric : choice.overall()) {
      overall.put(metric, new ArrayList<>());
      bands.put(metric, new FlowBands(metric));
    }
  }

  /** Hands over what is different since the last call; it counts as shown from then on. */
  public void show(Changes changes) {
    scan();
    int newLimit = limit();
    boolean narrower = newLimit != limit;
    limit = newLimit;
    for (Shown one : looked) {
      if (one.source.changedSince(seen) || (narrower && one.size > limit)) {
        show(one, changes);
      }
    }
    seen = mirror.version();
  }

  private void scan() {
    for (int i = 0; i < mirror.recorders(); i++) {
      if (i == scanned.size()) {
        scanned.add(0);
      }
      scanned.set(i, mirror.each(i, scanned.get(i), this::consider));
    }
  }

  private void consider(SampleMirror.Followed one) {
    if (choice.shows(one.copy)) {
      looked.add(new Shown(one));
    }
    List<SampleSeries> together = overall.get(one.copy.metric());
    if (together != null) {
      together.add(one.copy);
    }
  }

  private int limit() {
    int most = ReportData.seriesBins(looked.size());
    int steps = 0;
    while (steps < LIMITS.length - 1 && LIMITS[steps] > most) {
      steps++;
    }
    return LIMITS[steps];
  }

  private SampleSeries thin(Shown one) {
    SampleSeries copy = one.source.copy;
    return copy.size() <= limit ? copy : copy.thinned(limit);
  }

  private void show(Shown one, Changes changes) {
    SampleSeries series = thin(one);
    if (series.size() == 0) {
      return;
    }
    boolean same =
        one.number >= 0
            && series.widthPs() == one.widthPs
            && series.startPs(0) == one.startPs
            && series.size() >= one.size;
    int from = one.size - 1;
    if (one.number < 0) {
      one.number = shown.size();
      shown.add(one);
    }
    one.widthPs = series.widthPs();
    one.startPs = series.startPs(0);
    one.size = series.size();
    if (same) {
      // What was the last bin has changed too.
      changes.bins(one.number, series, from);
    } else {
      changes.all(series);
    }
  }

  /**
   * Returns everything that was shown, in the order of their numbers. Copies where they are not as
   * the mirror has them, so they hold until it copies again.
   */
  public RunSamples shown() {
    return new RunSamples(
        shown.stream().map(this::thin).toList(), mirror.leftOff(), mirror.entropies(choice));
  }

  /** The entropy values of chosen flows that have others than when this was called last. */
  public List<EntropyTrace> entropies() {
    if (choice.all()) {
      return List.of();
    }
    return mirror.entropies(choice).stream()
        .filter(one -> one.looks() > 0)
        .filter(one -> {
          long lastPs = one.timePs(one.looks() - 1);
          Long before = lookedPs.put(one.flow(), lastPs);
          return before == null || before != lastPs;
        })
        .toList();
  }

  /** Returns what all flows do together, as chosen, up to now. */
  public List<FlowBands> overall() {
    bands.forEach((metric, made) -> made.update(overall.getOrDefault(metric, List.of())));
    return List.copyOf(bands.values());
  }

  /** Returns what all flows did together in a run that has ended. */
  public static List<FlowBands> overall(RunSamples samples, SeriesChoice choice) {
    List<FlowBands> made = new ArrayList<>();
    for (Metric metric : choice.overall()) {
      FlowBands one = new FlowBands(metric);
      one.update(samples.series().stream().filter(each -> each.metric() == metric).toList());
      made.add(one);
    }
    return made;
  }
}
