package io.smartt.emulation.experiment;

import io.smartt.emulation.simulation.Event;
import io.smartt.emulation.simulation.Timeline;
import java.util.function.LongConsumer;

/** Virtual time. */
record TimelineClock(Timeline timeline) implements StartClock {
  @Override
  public Alarm alarm(LongConsumer onRing) {
    Event ring =
        new Event(timeline) {
          @Override
          protected void fire(long nowPs) {
            onRing.accept(nowPs);
          }
        };
    return new Alarm() {
      @Override
      public void at(long timePs) {
        if (!ring.isScheduled() || timePs < timeline.timeOf(ring)) {
          timeline.schedule(ring, timePs);
        }
      }

      @Override
      public void now() {
        timeline.schedule(ring, timeline.nowPs());
      }
    };
  }
}
