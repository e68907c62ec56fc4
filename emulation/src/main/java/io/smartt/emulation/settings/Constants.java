package io.smartt.emulation.settings;

/** Source of the congestion controller's constants. */
public enum Constants implements Choice {
  /** The constants of the paper. */
  PAPER,

  /** What {@link #PAPER} was in November 2026, for numbers that were published then. */
  PAPER_2026_11,

  /** The Ultra Ethernet reference simulator. */
  NSCC;

  @Override
  public String spelling() {
    return Choice.super.spelling().replace('_', '-');
  }

  @Override
  public String toString() {
    return spelling();
  }
}
