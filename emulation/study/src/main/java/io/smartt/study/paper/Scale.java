package io.smartt.study.paper;

import io.smartt.experiment.settings.Choice;

/** The sizes in which the paper's experiments are run. */
public enum Scale implements Choice {
  /** Small networks and messages: all figures in minutes. */
  QUICK,
  /** The paper's sizes: hours. */
  FULL;

  @Override
  public String toString() {
    return spelling();
  }
}
