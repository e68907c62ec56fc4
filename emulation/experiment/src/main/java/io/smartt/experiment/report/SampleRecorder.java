package io.smartt.experiment.report;

import module java.base;

import io.smartt.experiment.report.SampleSeries.SampleSubject;

/**
 * Collects series of samples in bounded memory, see {@link SampleResolution}: the more series there
 * are, the fewer bins each may have, down to {@value #MIN_BINS}; then no more series are kept, and
 * {@link #samples()} says how many were not.
 *
 * <p>Several threads may open and record series of their own at once; {@link #settle} is for one
 * thread, while no other records. The result depends on what was opened and recorded between two
 * calls of it, not on the order, so that two runs of one seed record the same.
 */
public final class SampleRecorder {
  /** Fewest bins that a series is thinned to for the sake of others. */
  public static final int MIN_BINS = 50;

  private static final Comparator<SampleSeries> ORDER =
      Comparator.comparing(SampleSeries::subject, SampleSubject.ORDER)
          .thenComparing(SampleSeries::metric);

  private final SampleResolution resolution;
  private final List<SampleSeries> series = new ArrayList<>();
  private final List<SampleSeries> opened = new ArrayList<>();
  private final List<EntropyTrace> entropies = new ArrayList<>();
  private final LongAdder openedInVain = new LongAdder();

  /** The series for what there is no room for: one for all, so that a million flows cost none. */
  private final SampleSeries nowhere;

  private int maxBins;
  private int seriesLeftOff;
  private long skippedPs;

  /** Creates a recorder with bins that fit any run. */
  public SampleRecorder() {
    this(SampleResolution.automatic(1));
  }

  public SampleRecorder(SampleResolution resolution) {
    this.resolution = resolution;
    this.maxBins = resolution.maxBins();
    nowhere =
        new SampleSeries(
            Metric.CWND, new SampleSubject.Flow(0), resolution.widthPs(0), resolution.maxBins());
    nowhere.leaveOff();
  }

  /**
   * Opens a series. Keep it: there is no look-up, and a second call opens a second series. It
   * records nothing after {@link #settle} if the budget has no room for it.
   */
  public SampleSeries open(Metric metric, SampleSubject subject) {
    return open(metric, subject, 0);
  }

  /**
   * Opens a series as {@link #open(Metric, SampleSubject)} does.
   *
   * @param leastPs the time over which its values mean something: unless somebody chose a width, no
   *     bin is narrower
   */
  public SampleSeries open(Metric metric, SampleSubject subject, long leastPs) {
    // Only settling adds to these, so all that are opened between two calls of it find the same.
    if (isFull()) {
      openedInVain.increment();
      return nowhere;
    }
    SampleSeries one =
        new SampleSeries(metric, subject, resolution.widthPs(leastPs), resolution.maxBins())
            .later(skippedPs);
    synchronized (opened) {
      opened.add(one);
    }
    return one;
  }

  /**
   * Opens a trace of a flow's entropy values, as {@link #open(Metric, SampleSubject)} does a
   * series. Empty if nobody reads it.
   *
   * @param widthPs between two looks at first
   * @param room for values
   */
  public Optional<EntropyTrace> openEntropies(int flow, long widthPs, int room) {
    if (resolution.mostSeries() == 0) {
      return Optional.empty();
    }
    EntropyTrace one = new EntropyTrace(flow, widthPs, room);
    one.skip(skippedPs);
    synchronized (entropies) {
      entropies.add(one);
    }
    return Optional.of(one);
  }

  /** The traces of some flows that were opened. */
  List<EntropyTrace> entropies(IntPredicate flows) {
    return entropies.stream().filter(one -> flows.test(one.flow())).toList();
  }

  private boolean isFull() {
    return series.size() >= resolution.mostSeries();
  }

  /** Finds room for the series opened since the last call, in the order of their subjects. */
  public void settle() {
    if (opened.isEmpty()) {
      return;
    }
    opened.sort(ORDER);
    opened.forEach(this::keep);
    opened.clear();
  }

  private void keep(SampleSeries one) {
    int budget = resolution.budgetBins();
    if (isFull()) {
      seriesLeftOff++;
      one.leaveOff();
      return;
    }
    int share = Math.clamp(budget / (series.size() + 1), MIN_BINS, resolution.maxBins());
    if (share < maxBins) {
      // In steps of two, so that opening n series thins the others log n times, not n times.
      while (share < maxBins) {
        maxBins = Math.max(MIN_BINS, maxBins / 2);
      }
      for (SampleSeries each : series) {
        each.limitTo(maxBins);
      }
    }
    one.limitTo(maxBins);
    series.add(one);
  }

  /** Notes an instant from which {@link #skip} may take means; for one thread, as settling is. */
  public void mark(long timePs) {
    series.forEach(one -> one.mark(timePs));
  }

  /**
   * Moves time on. In between, in which nothing was simulated, is the mean of each series since the
   * mark before the last.
   *
   * @param timePs when that is, in the time of the network, which what records has
   */
  public void skip(long timePs, long ps) {
    settle();
    skippedPs += ps;
    series.forEach(one -> one.skip(timePs, ps));
    entropies.forEach(one -> one.skip(ps));
  }

  /** The series that were kept, in the order in which they were; grows at its end only. */
  List<SampleSeries> kept() {
    return Collections.unmodifiableList(series);
  }

  /** Returns how many series found no room so far. */
  int leftOff() {
    return seriesLeftOff + openedInVain.intValue();
  }

  /** The series that were kept, by subject and metric. */
  public RunSamples samples() {
    settle();
    return new RunSamples(
        series.stream().sorted(ORDER).toList(),
        leftOff(),
        entropies.stream().sorted(Comparator.comparingInt(EntropyTrace::flow)).toList());
  }

  /**
   * The resolution of series.
   *
   * @param widthPs of a bin, to begin with
   * @param maxBins most bins of one series
   * @param budgetBins bins of all series of a recorder together
   * @param given whether somebody chose the width; otherwise a series may begin with wider bins
   * @param mostSeries how many series are kept, with the fewest bins each where the budget has no
   *     more
   */
  public record SampleResolution(
      long widthPs, int maxBins, int budgetBins, boolean given, int mostSeries) {
    /** The resolution of a run whose series nobody reads. */
    public static final SampleResolution NOTHING = new SampleResolution(1, 2, 0, false, 0);

    private static final long FINEST_PS = 100_000;
    private static final int MAX_BINS = 1_000;
    private static final int BUDGET_BINS = 400_000;

    /** Every flow, queue and link of a network of 1,024 hosts. */
    private static final int MOST_SERIES = 24_000;

    private static final int MAX_GIVEN_BINS = 20_000;
    private static final int GIVEN_BUDGET_BINS = 4_000_000;

    /**
     * Bins that fit any run: fine, and wider the longer it lasts.
     *
     * @param dilation of the experiment
     */
    public static SampleResolution automatic(double dilation) {
      return new SampleResolution(
          Math.round(FINEST_PS * dilation), MAX_BINS, BUDGET_BINS, false, MOST_SERIES);
    }

    /** Bins of a width that somebody chose; it doubles only where memory would run out. */
    public static SampleResolution of(long widthPs) {
      return new SampleResolution(
          widthPs,
          MAX_GIVEN_BINS,
          GIVEN_BUDGET_BINS,
          true,
          GIVEN_BUDGET_BINS / SampleRecorder.MIN_BINS);
    }

    /** Width of the first bins of a series whose values mean something over a time at least. */
    long widthPs(long leastPs) {
      long width = widthPs;
      while (!given && width < leastPs) {
        width *= 2;
      }
      return width;
    }
  }
}
