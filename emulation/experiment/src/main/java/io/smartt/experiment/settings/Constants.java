package io.smartt.experiment.settings;

import io.smartt.host.congestion.ConstantsOrigin;

/** Source of the congestion controller's constants. */
public enum Constants implements Choice {
  /** The constants of the paper. */
  PAPER,

  /** The values of {@link #PAPER} in November 2026, for numbers that were published then. */
  PAPER_2026_11,

  /** The Ultra Ethernet reference simulator. */
  NSCC,

  /** The Ultra Ethernet specification. */
  UE;

  /** Returns where a congestion control takes its constants and formulas from. */
  public ConstantsOrigin origin() {
    return switch (this) {
      case PAPER, PAPER_2026_11 -> ConstantsOrigin.PAPER;
      case NSCC -> ConstantsOrigin.NSCC;
      case UE -> ConstantsOrigin.UE;
    };
  }

  @Override
  public String toString() {
    return spelling();
  }
}
