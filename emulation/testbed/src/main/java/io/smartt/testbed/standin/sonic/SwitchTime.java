package io.smartt.testbed.standin.sonic;

import java.time.Duration;

/** The time that a switch takes. */
public interface SwitchTime {
  /** Returns the time since some moment, never backwards. */
  Duration now();

  /** Lets time pass, without a lock on the switch held. */
  void pass(Duration time);

  /** Returns what a time on the wall is by this clock. */
  Duration of(Duration wall);
}
