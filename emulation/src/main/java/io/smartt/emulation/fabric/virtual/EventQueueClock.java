package io.smartt.emulation.fabric.virtual;

import io.smartt.emulation.fabric.virtual.simulation.Event;
import io.smartt.emulation.fabric.virtual.simulation.EventQueue;
import io.smartt.emulation.traffic.FlowClock;
import java.util.function.LongConsumer;

/** Virtual time. */
record EventQueueClock(EventQueue eventQueue) implements FlowClock {
  @Override
  public Timer timer(LongConsumer onRing) {
    Event ring =
        new Event(eventQueue) {
          @Override
          protected void fire(long nowPs) {
            onRing.accept(nowPs);
          }
        };
    return new Timer() {
      @Override
      public void at(long timePs) {
        if (!ring.isScheduled() || timePs < eventQueue.timeOf(ring)) {
          eventQueue.schedule(ring, timePs);
        }
      }

      @Override
      public void now() {
        eventQueue.schedule(ring, eventQueue.nowPs());
      }
    };
  }
}
