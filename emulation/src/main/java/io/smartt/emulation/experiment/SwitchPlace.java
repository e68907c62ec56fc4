package io.smartt.emulation.experiment;

/** Where the switches of the netns fabric run. */
public enum SwitchPlace {
  /** In the harness's process, on one event loop. */
  TOGETHER,

  /** In a process each. */
  APART
}
