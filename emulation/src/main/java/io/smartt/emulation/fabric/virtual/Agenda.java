package io.smartt.emulation.fabric.virtual;

import io.smartt.emulation.fabric.virtual.simulation.Event;
import io.smartt.emulation.fabric.virtual.simulation.EventQueue;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * What is asked to happen at instants of a timeline, in the order in which it was asked for. One
 * event serves all of it, so that a network may be asked for ever more.
 */
final class Agenda {
  private final EventQueue timeline;
  private final PriorityQueue<Entry> entries =
      new PriorityQueue<>(Comparator.comparingLong(Entry::timePs).thenComparingLong(Entry::order));
  private final Event next;
  private long asked;

  private record Entry(long timePs, long order, Runnable what) {}

  /** An empty one. Made before other events of the timeline, it comes first at each instant. */
  Agenda(EventQueue timeline) {
    this.timeline = timeline;
    next =
        new Event(timeline) {
          @Override
          protected void fire(long nowPs) {
            runDue(nowPs);
          }
        };
  }

  long nowPs() {
    return timeline.nowPs();
  }

  /** Has something happen, now or later. */
  void at(long timePs, Runnable what) {
    entries.add(new Entry(Math.max(timePs, timeline.nowPs()), asked++, what));
    timeline.schedule(next, entries.element().timePs());
  }

  private void runDue(long nowPs) {
    while (!entries.isEmpty() && entries.element().timePs() <= nowPs) {
      entries.remove().what().run();
    }
    if (entries.isEmpty()) {
      timeline.cancel(next);
    } else {
      timeline.schedule(next, entries.element().timePs());
    }
  }
}
