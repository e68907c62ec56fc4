package io.smartt.experiment.report;

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

  /** Creates a resolution with as many series as the budget has room for. */
  public SampleResolution(long widthPs, int maxBins, int budgetBins, boolean given) {
    this(widthPs, maxBins, budgetBins, given, budgetBins / SampleRecorder.MIN_BINS);
  }

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
    return new SampleResolution(widthPs, MAX_GIVEN_BINS, GIVEN_BUDGET_BINS, true);
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
