package io.smartt.emulation.traffic;

import java.util.function.LongConsumer;

/** The time that hosts of one thread share. Equal for those that do. */
@FunctionalInterface
public interface FlowClock {
  /** An alarm of this clock, which tells the time when it rings, on the hosts' thread. */
  Alarm alarm(LongConsumer onRing);

  /** Rings once for each time that it is set. */
  interface Alarm {
    /** Has it ring at this time, unless it is to ring earlier anyway. */
    void at(long timePs);

    /** Has it ring now, once whoever asks is done. */
    void now();
  }
}
