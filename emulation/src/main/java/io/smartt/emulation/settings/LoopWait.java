package io.smartt.emulation.settings;

/** What the event loops of raw packets do while nothing is to be done. */
public enum LoopWait {
  /** Sleep. */
  BLOCK,

  /** Look again at once, which keeps a core busy each. */
  POLL
}
