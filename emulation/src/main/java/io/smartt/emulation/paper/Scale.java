package io.smartt.emulation.paper;

import io.smartt.emulation.experiment.Choice;

/** How large the paper's experiments are run. */
public enum Scale implements Choice {
  /** Small networks and messages: all figures in minutes. */
  QUICK("quick"),
  /** The paper's sizes: hours. */
  FULL("full");

  private final String spelling;

  Scale(String spelling) {
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
