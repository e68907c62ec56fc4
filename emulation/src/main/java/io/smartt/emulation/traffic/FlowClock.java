package io.smartt.emulation.traffic;

import java.util.function.LongConsumer;

/** The time that hosts of one thread share. Equal for those that do. */
@FunctionalInterface
public interface FlowClock {
  /** A timer of this clock, which tells the time when it rings, on the hosts' thread. */
  Timer timer(LongConsumer onRing);

  /** Rings once for each time that it is set. */
  interface Timer {
    /** Has it ring at this time, unless it is to ring earlier anyway. */
    void at(long timePs);

    /** Has it ring now, once whoever asks is done. */
    void now();
  }
}
