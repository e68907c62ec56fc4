package io.smartt.emulation.fabric.realtime;

import io.smartt.emulation.report.RunEvents;

/** What uses the network of an experiment next to it. */
public interface Background {
  /** Nothing. */
  Background NONE =
      new Background() {
        @Override
        public boolean isOn() {
          return false;
        }

        @Override
        public void begin() {}

        @Override
        public void end(long nowPs, RunEvents events) {}
      };

  /** Whether there is anything: its packets are in the counters of switches, not of hosts. */
  boolean isOn();

  /** Begins, when the experiment's traffic does. */
  void begin();

  /**
   * Ends, and says what it got.
   *
   * @param nowPs time of the experiment
   */
  void end(long nowPs, RunEvents events);
}
