package io.smartt.emulation.report;

/**
 * How fine series are.
 *
 * @param widthPs of a bin, to begin with
 * @param maxBins most bins of one series
 * @param budgetBins bins of all series of a recorder together
 * @param given whether somebody chose the width; otherwise a series may begin with wider bins
 */
public record SampleResolution(long widthPs, int maxBins, int budgetBins, boolean given) {
  private static final long FINEST_PS = 100_000;
  private static final int MAX_BINS = 1_000;
  private static final int BUDGET_BINS = 400_000;
  private static final int MAX_GIVEN_BINS = 20_000;
  private static final int GIVEN_BUDGET_BINS = 4_000_000;

  /**
   * Bins that fit any run: fine, and wider the longer it lasts.
   *
   * @param dilation of the experiment
   */
  public static SampleResolution automatic(double dilation) {
    return new SampleResolution(Math.round(FINEST_PS * dilation), MAX_BINS, BUDGET_BINS, false);
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
