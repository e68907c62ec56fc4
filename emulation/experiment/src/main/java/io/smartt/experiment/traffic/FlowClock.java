package io.smartt.experiment.traffic;

import java.util.function.LongConsumer;

/** The time that hosts of one thread share. Clocks of hosts that share a thread are equal. */
@FunctionalInterface
public interface FlowClock {
  /** Makes a timer of this clock; it passes the time to {@code onRing} on the hosts' thread. */
  Timer timer(LongConsumer onRing);

  /** A timer that fires once for each time that it is set. */
  interface Timer {
    /** Schedules the timer, unless it fires earlier anyway. */
    void at(long timePs);

    /** Schedules the timer for now, after the caller has returned. */
    void now();
  }
}
