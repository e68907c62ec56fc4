package io.smartt.emulation.settings;

/** Source of the congestion controller's constants. */
public enum Constants implements Choice {
  /** The constants of the paper. */
  PAPER,

  /** The Ultra Ethernet reference simulator. */
  NSCC;

  @Override
  public String toString() {
    return spelling();
  }
}
