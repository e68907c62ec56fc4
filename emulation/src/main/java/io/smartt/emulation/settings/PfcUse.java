package io.smartt.emulation.settings;

/** Whether switches pause their peers rather than drop data. */
public enum PfcUse {
  /** With schemes that need it: RoCEv2. */
  AUTO,

  /** Switches pause their peers with any scheme. */
  ON,

  /** Switches never pause their peers. */
  OFF
}
