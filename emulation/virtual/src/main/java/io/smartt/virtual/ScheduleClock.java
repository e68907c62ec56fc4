package io.smartt.virtual;

import io.smartt.experiment.traffic.Traffic.FlowClock;
import java.util.function.LongConsumer;

/**
 * The virtual time of a standing network, from a moment on.
 *
 * @param basePs the moment, in the network's time
 */
record ScheduleClock(ActionSchedule agenda, long basePs) implements FlowClock {
  long nowPs() {
    return agenda.nowPs() - basePs;
  }

  @Override
  public Timer timer(LongConsumer onRing) {
    return new Timer() {
      private static final long NONE = Long.MAX_VALUE;

      private long pendingPs = NONE;

      @Override
      public void at(long timePs) {
        if (timePs < pendingPs) {
          pendingPs = timePs;
          agenda.at(basePs + timePs, () -> ring(timePs));
        }
      }

      @Override
      public void now() {
        at(nowPs());
      }

      // One that was set earlier has rung already.
      private void ring(long timePs) {
        if (pendingPs == timePs) {
          pendingPs = NONE;
          onRing.accept(nowPs());
        }
      }
    };
  }
}
