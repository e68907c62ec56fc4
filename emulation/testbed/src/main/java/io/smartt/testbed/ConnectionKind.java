package io.smartt.testbed;

import io.smartt.experiment.settings.Choice;

/** The way in which a real switch is reached. */
public enum ConnectionKind implements Choice {
  /** The way that suits its target and what files there are. */
  AUTO,

  /** The way over TLS. */
  TLS,

  /** The way without TLS. */
  PLAIN;

  @Override
  public String toString() {
    return spelling();
  }
}
