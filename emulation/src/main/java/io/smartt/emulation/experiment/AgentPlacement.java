package io.smartt.emulation.experiment;

/** Where the agents of hosts run. */
public enum AgentPlacement {
  /** All in the process of the run. */
  TOGETHER,

  /** Each in a process of its own. */
  APART
}
