package io.smartt.realtime.netns;

/** The processes in which the agents of hosts, or the switches, of the netns fabric run. */
public enum ProcessPlacement {
  /** Everything runs in the process of the run. */
  TOGETHER,

  /** Each in a process of its own. */
  APART
}
