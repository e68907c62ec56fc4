package io.smartt.realtime;

import io.smartt.experiment.report.RunEvents;

/** Other traffic on the network of an experiment. */
public interface Background {
  /** Nothing. */
  Background NONE = new Background() {};

  /** Programs of others perhaps: the network stands, and who may use it is not asked. */
  Background PERHAPS =
      new Background() {
        @Override
        public boolean mayBeOn() {
          return true;
        }
      };

  /**
   * Returns whether there is anything: its packets are in the counters of switches, not of hosts.
   */
  default boolean isOn() {
    return false;
  }

  /** Returns whether there may be anything, so that RTTs say nothing of the machine. */
  default boolean mayBeOn() {
    return isOn();
  }

  /** Begins, when the experiment's traffic does. */
  default void begin() {}

  /**
   * Ends, and says what it got.
   *
   * @param nowPs time of the experiment
   */
  default void end(long nowPs, RunEvents events) {}
}
