package io.smartt.realtime.netns;

/** Where the agents of hosts, or the switches, of the netns fabric run. */
public enum ProcessPlacement {
  /** All in the process of the run. */
  TOGETHER,

  /** Each in a process of its own. */
  APART
}
