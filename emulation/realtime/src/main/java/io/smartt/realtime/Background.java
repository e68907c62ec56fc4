package io.smartt.realtime;

import io.smartt.experiment.report.RunEvents;

/** Other traffic on the network of an experiment. */
@FunctionalInterface
public interface Background {
  /** Nothing. */
  Background NONE = () -> false;

  /** Programs of others perhaps: the network stands, and who may use it is not asked. */
  Background PERHAPS =
      new Background() {
        @Override
        public boolean isOn() {
          return false;
        }

        @Override
        public boolean mayBeOn() {
          return true;
        }
      };

  /**
   * Returns whether there is anything: its packets are in the counters of switches, not of hosts.
   */
  boolean isOn();

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
