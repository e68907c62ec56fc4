package io.smartt.emulation.simulation;

import java.util.Arrays;

/**
 * The time of one part of a {@link Simulation}, a node or several: fires the part's {@link Event}s
 * in order of (time, rank). A four-ary heap over primitive times. As each component keeps one event
 * for many packets and each node has a timeline of its own, the heap holds a few events per port:
 * its cost does not grow with the network or with the packets that fly.
 *
 * <p>What comes from other parts comes by {@link Inlet}s, which are looked at once a window. For
 * one thread at a time; allocates only when the heap grows.
 */
public final class Timeline {
  private static final int ARITY = 4;

  private long[] times = new long[64];
  private Event[] events = new Event[64];
  private int size;
  private int ranks;
  private long nowPs;
  private long fired;
  private Inlet[] inlets = new Inlet[4];
  private int inletCount;
  private long earliestSentPs = Long.MAX_VALUE;
  private Runnable preparation = () -> {};

  Timeline() {}

  int nextRank() {
    return ranks++;
  }

  /** Picoseconds since the start of the experiment. */
  public long nowPs() {
    return nowPs;
  }

  /** How many events have fired. */
  public long fired() {
    return fired;
  }

  /** How many events wait. */
  public int pending() {
    return size;
  }

  /** When this event is due; it must be scheduled. */
  public long timeOf(Event event) {
    return times[event.position];
  }

  /**
   * Schedules an event, or moves it when it was scheduled already.
   *
   * @throws IllegalArgumentException for a time that has passed
   */
  public void schedule(Event event, long timePs) {
    if (timePs < nowPs) {
      throw new IllegalArgumentException("scheduled for " + timePs + " ps at " + nowPs + " ps");
    }
    int position = event.position;
    if (position == Event.NOT_SCHEDULED) {
      if (size == events.length) {
        times = Arrays.copyOf(times, size * 2);
        events = Arrays.copyOf(events, size * 2);
      }
      siftUp(size++, event, timePs);
    } else if (timePs < times[position]) {
      siftUp(position, event, timePs);
    } else {
      siftDown(position, event, timePs);
    }
  }

  /** Takes an event back; does nothing when it is not scheduled. */
  public void cancel(Event event) {
    if (event.position != Event.NOT_SCHEDULED) {
      removeAt(event.position);
    }
  }

  private void fireFirst() {
    Event event = events[0];
    nowPs = times[0];
    removeAt(0);
    fired++;
    event.fire(nowPs);
  }

  /** Has an inlet looked at as each window begins. */
  public void admit(Inlet inlet) {
    if (inletCount == inlets.length) {
      inlets = Arrays.copyOf(inlets, inletCount * 2);
    }
    inlets[inletCount++] = inlet;
  }

  /** Has this done, and nothing else, as each window begins in which anything is due here. */
  public void beforeWindow(Runnable preparation) {
    this.preparation = preparation;
  }

  /** Says that something was sent, to this or another timeline, that arrives at {@code timePs}. */
  public void sent(long timePs) {
    if (timePs < earliestSentPs) {
      earliestSentPs = timePs;
    }
  }

  /** When something is due next, here or by what was sent from here since the last window began. */
  long nextPs() {
    return Math.min(earliestSentPs, size == 0 ? Long.MAX_VALUE : times[0]);
  }

  /** Takes in what has come and fires all that is due before the end of a window. */
  void run(long endPs) {
    for (int i = 0; i < inletCount; i++) {
      inlets[i].open();
    }
    // What was sent before this window is now in the heap of whoever receives it.
    earliestSentPs = Long.MAX_VALUE;
    if (isAnythingDue(endPs)) {
      preparation.run();
    }
    while (isAnythingDue(endPs)) {
      fireFirst();
    }
  }

  private boolean isAnythingDue(long endPs) {
    return size > 0 && times[0] < endPs;
  }

  private void removeAt(int position) {
    events[position].position = Event.NOT_SCHEDULED;
    size--;
    if (position < size) {
      Event last = events[size];
      long lastTime = times[size];
      if (position > 0 && isBefore(lastTime, last, (position - 1) / ARITY)) {
        siftUp(position, last, lastTime);
      } else {
        siftDown(position, last, lastTime);
      }
    }
    // The slot past the end keeps a stale reference; events live as long as the simulation.
  }

  private boolean isBefore(long timePs, Event event, int other) {
    return timePs < times[other] || (timePs == times[other] && event.rank < events[other].rank);
  }

  private void siftUp(int from, Event event, long timePs) {
    int position = from;
    while (position > 0) {
      int parent = (position - 1) / ARITY;
      if (!isBefore(timePs, event, parent)) {
        break;
      }
      place(position, events[parent], times[parent]);
      position = parent;
    }
    place(position, event, timePs);
  }

  private void siftDown(int from, Event event, long timePs) {
    int position = from;
    while (true) {
      int first = position * ARITY + 1;
      if (first >= size) {
        break;
      }
      int smallest = first;
      int end = Math.min(first + ARITY, size);
      for (int child = first + 1; child < end; child++) {
        if (isBefore(times[child], events[child], smallest)) {
          smallest = child;
        }
      }
      if (isBefore(timePs, event, smallest)) {
        break;
      }
      place(position, events[smallest], times[smallest]);
      position = smallest;
    }
    place(position, event, timePs);
  }

  private void place(int position, Event event, long timePs) {
    events[position] = event;
    times[position] = timePs;
    event.position = position;
  }
}
