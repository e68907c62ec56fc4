package io.smartt.emulation.simulation;

import java.util.Arrays;

/**
 * Virtual time: fires scheduled {@link Event}s in order of (time, rank). A four-ary heap over
 * primitive times; as each component keeps one event for many packets, the heap grows with links
 * and hosts, not with packets. Allocates only when the heap grows. Not thread safe.
 */
public final class Simulation {
  private static final int ARITY = 4;

  private long[] times = new long[64];
  private Event[] events = new Event[64];
  private int size;
  private int ranks;
  private long nowPs;
  private long fired;

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

  /**
   * Fires the next event if it is due by {@code limitPs}.
   *
   * @return whether one fired; if none did, time has not moved
   */
  public boolean step(long limitPs) {
    if (size == 0 || times[0] > limitPs) {
      return false;
    }
    Event event = events[0];
    nowPs = times[0];
    removeAt(0);
    fired++;
    event.fire(nowPs);
    return true;
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
