package io.smartt.emulation.experiment;

/** Where the congestion controller's constants come from. */
public enum Constants implements Choice {
  /** The paper. */
  PAPER("paper"),

  /** The Ultra Ethernet reference simulator. */
  NSCC("nscc");

  private final String spelling;

  Constants(String spelling) {
    this.spelling = spelling;
  }

  @Override
  public String spelling() {
    return spelling;
  }

  @Override
  public String toString() {
    return spelling;
  }
}
