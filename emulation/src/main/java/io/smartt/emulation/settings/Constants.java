package io.smartt.emulation.settings;

/** Where the congestion controller's constants come from. */
public enum Constants implements Choice {
  /** The paper. */
  PAPER,

  /** The Ultra Ethernet reference simulator. */
  NSCC;

  @Override
  public String toString() {
    return spelling();
  }
}
