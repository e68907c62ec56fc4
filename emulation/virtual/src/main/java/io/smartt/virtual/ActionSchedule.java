package io.smartt.virtual;

import module java.base;

import io.smartt.virtual.simulation.EventQueue;
import io.smartt.virtual.simulation.EventQueue.Event;

/**
 * The actions that are to happen at instants of an event queue, in the order in which they were
 * asked for. One event serves all of it, so that a network may be asked for ever more.
 */
final class ActionSchedule {
  private final EventQueue eventQueue;
  private final PriorityQueue<Entry> entries =
      new PriorityQueue<>(Comparator.comparingLong(Entry::timePs).thenComparingLong(Entry::order));
  private final Event next;
  private long asked;

  private record Entry(long timePs, long order, Runnable what) {}

  /** An empty one. It comes first at each instant; an event queue has one at most. */
  ActionSchedule(EventQueue eventQueue) {
    this.eventQueue = eventQueue;
    next =
        new Event(eventQueue, Event.First.FIRST) {
          @Override
          protected void fire(long nowPs) {
            runDue(nowPs);
          }
        };
  }

  long nowPs() {
    return eventQueue.nowPs();
  }

  /** Runs an action at a time, now or later. */
  void at(long timePs, Runnable what) {
    entries.add(new Entry(Math.max(timePs, eventQueue.nowPs()), asked++, what));
    eventQueue.schedule(next, entries.element().timePs());
  }

  private void runDue(long nowPs) {
    while (!entries.isEmpty() && entries.element().timePs() <= nowPs) {
      entries.remove().what().run();
    }
    if (entries.isEmpty()) {
      eventQueue.cancel(next);
    } else {
      eventQueue.schedule(next, entries.element().timePs());
    }
  }
}
