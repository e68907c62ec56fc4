package io.smartt.testbed;

import io.smartt.experiment.settings.Choice;

/** How a real switch is reached. */
public enum ConnectionKind implements Choice {
  /** As suits its target and what files there are. */
  AUTO,

  /** Over TLS. */
  TLS,

  /** Without. */
  PLAIN;

  @Override
  public String toString() {
    return spelling();
  }
}
