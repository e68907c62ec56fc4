package io.smartt.experiment.report;

/** The user asked to stop before there was anything to report. */
public final class RunInterruptedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception of a run that was asked to stop.
   *
   * @param before what would have come next
   */
  public RunInterruptedException(String before) {
    super("interrupted before " + before);
  }
}
