package io.smartt.experiment.settings;

/** Treatment of a data packet that does not fit into a switch's queue. */
public enum Trimming implements Choice {
  /** The P4 program cuts it to its headers before the queue. */
  P4,

  /** The traffic manager cuts it and leaves the IP length, as Trident 4 does. */
  ASIC,

  /** The packet is dropped. */
  OFF;

  @Override
  public String toString() {
    return spelling();
  }
}
