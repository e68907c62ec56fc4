package io.smartt.virtual.simulation;

import module java.base;

import io.smartt.base.concurrent.TaskRunner;

/**
 * Virtual time of a network, in windows. Each part of the network has a {@link EventQueue}; parts
 * meet only by what they send, which takes at least the lookahead (a link's latency). So a window
 * as long as the lookahead can be run event queue by event queue, in any order and on any number of
 * threads, with the same result as in the order of time (conservative synchronisation, Chandy and
 * Misra 1979, with a barrier after each window). Running one node through a whole window is also
 * what makes it fast on one thread: the node's tables, queues and code stay in the cache. Parts in
 * which nothing is due are passed over: where little happens, a window costs what happens in it.
 */
public final class Simulation {
  /** The number of events below which a window costs less than waking another thread. */
  private static final long EVENTS_WORTH_SHARING = 1_000;

  /** The most changes between two answers: a link that flaps has millions between two events. */
  private static final int CHANGES_AT_ONCE = 1_000;

  private record Change(long timePs, int order, Runnable action) {}

  private final List<EventQueue> eventQueues = new ArrayList<>();
  private final DueTimes dueTimes = new DueTimes();
  private final PriorityQueue<Change> changes =
      new PriorityQueue<>(Comparator.comparingLong(Change::timePs).thenComparingInt(Change::order));
  private final TaskRunner tasks;
  private final EventQueue.TieOrder ties;
  private final long eventsWorthSharing;
  private long lookaheadPs = Long.MAX_VALUE;
  private int planned;
  private long changed;
  private long skippedPs;
  private long nextPs;
  private long fired;
  private long firedInWindow;
  private WindowWatch watch = WindowWatch.NONE;

  /**
   * Creates a simulation at time 0.
   *
   * @param tasks runs the event queues of a window that has much to do
   * @param seed of the order of events of one instant
   * @param dilation by which the network is slower, for that order
   */
  public Simulation(TaskRunner tasks, long seed, double dilation) {
    this(tasks, seed, dilation, EVENTS_WORTH_SHARING);
  }

  /**
   * Creates a simulation at time 0.
   *
   * @param tasks runs the event queues of a window
   * @param seed of the order of events of one instant
   * @param eventsWorthSharing that the window before had, or more; with fewer this thread runs all
   */
  Simulation(TaskRunner tasks, long seed, double dilation, long eventsWorthSharing) {
    this.tasks = tasks;
    this.ties = new EventQueue.TieOrder(seed, Long.numberOfTrailingZeros((long) dilation));
    this.eventsWorthSharing = eventsWorthSharing;
  }

  /** A part of the network more. */
  public EventQueue newEventQueue() {
    EventQueue eventQueue = new EventQueue(ties, dueTimes);
    eventQueues.add(eventQueue);
    return eventQueue;
  }

  /**
   * Says that something sent may arrive this soon.
   *
   * @throws IllegalArgumentException if that is at once
   */
  public void arrivesAfter(long timePs) {
    if (timePs < 1) {
      throw new IllegalArgumentException("nothing arrives the moment it is sent");
    }
    lookaheadPs = Math.min(lookaheadPs, timePs);
  }

  /** Shows each window to a watch from now on. */
  public void watch(WindowWatch newWatch) {
    watch = newWatch;
  }

  /** Plans a change of the network at an instant, before all that happens in it then. */
  public void at(long timePs, Runnable action) {
    changes.add(new Change(timePs - skippedPs, planned++, action));
  }

  /** The instant of the next change of the network; {@code Long.MAX_VALUE} if there is none. */
  public long nextChangePs() {
    Change change = changes.peek();
    return change == null ? Long.MAX_VALUE : change.timePs;
  }

  /** Returns how many changes of the network were made. */
  public long changed() {
    return changed;
  }

  /**
   * Brings changes of the network so much closer, those to come too: their times go on with time
   * that nobody simulates.
   */
  public void skip(long ps) {
    skippedPs += ps;
    List<Change> later = List.copyOf(changes);
    changes.clear();
    later.forEach(one -> changes.add(new Change(one.timePs - ps, one.order, one.action)));
  }

  /** Returns how much time was skipped. */
  public long skippedPs() {
    return skippedPs;
  }

  /** The start of the window to come; {@code Long.MAX_VALUE} if nothing is left to happen. */
  public long nowPs() {
    return nextPs;
  }

  /** Returns how many events have fired. */
  public long fired() {
    return fired;
  }

  /** Returns how many events have fired and how many changes of the network were made, together. */
  public long happened() {
    return fired + changed;
  }

  /**
   * Runs the next window, if it begins by {@code limitPs}, or a thousand changes in front of it.
   *
   * @return false if nothing was due by then
   */
  public boolean advance(long limitPs) {
    return runWindow(limitPs, Long.MAX_VALUE);
  }

  /**
   * Runs the next window up to a time and no further, for those who act on the network in between;
   * or a thousand changes in front of it.
   *
   * @return false if nothing was due by then
   */
  public boolean step(long limitPs) {
    return runWindow(limitPs, limitPs == Long.MAX_VALUE ? limitPs : limitPs + 1);
  }

  /** Runs all that is due by a time; then it is that time in every part of the network. */
  public void runUntil(long timePs) {
    while (step(timePs)) {
      // Until nothing more is due.
    }
    for (EventQueue eventQueue : eventQueues) {
      eventQueue.skipTo(timePs);
    }
  }

  /**
   * Returns whether anything is left to happen to packets or hosts; changes of the network aside.
   */
  public boolean hasEvents() {
    return dueTimes.earliestPs() != Long.MAX_VALUE;
  }

  /** Returns whether anything is left to happen. */
  public boolean isBusy() {
    return !changes.isEmpty() || hasEvents();
  }

  private boolean runWindow(long limitPs, long mostPs) {
    nextPs = dueTimes.earliestPs();
    Change change = changes.peek();
    for (int made = 0; change != null && change.timePs <= Math.min(nextPs, limitPs); made++) {
      if (made == CHANGES_AT_ONCE) {
        nextPs = change.timePs;
        return true;
      }
      changes.remove().action.run();
      changed++;
      nextPs = dueTimes.earliestPs();
      change = changes.peek();
    }
    if (nextPs > limitPs || nextPs == Long.MAX_VALUE) {
      return false;
    }
    long endPs = lookaheadPs > Long.MAX_VALUE - nextPs ? Long.MAX_VALUE : nextPs + lookaheadPs;
    endPs = Math.min(endPs, mostPs);
    if (change != null) {
      endPs = Math.min(endPs, change.timePs);
    }
    run(endPs);
    return true;
  }

  private void run(long endPs) {
    dueTimes.nextWindow();
    boolean shared = firedInWindow >= eventsWorthSharing;
    if (shared) {
      tasks.run(eventQueues.size(), place -> run(place, endPs));
    } else {
      for (int place = 0; place < eventQueues.size(); place++) {
        run(place, endPs);
      }
    }
    watch.ended(shared, eventQueues.size(), dueTimes.firedByPlace());
    long before = fired;
    fired = dueTimes.fired();
    firedInWindow = fired - before;
  }

  /** A part in which nothing is due, and to which nothing was sent, sleeps. */
  private void run(int place, long endPs) {
    if (dueTimes.isAwake(place, endPs)) {
      eventQueues.get(place).run(endPs);
    }
  }

  /** Hears of each window of a {@link Simulation} when it has been run. */
  @FunctionalInterface
  public interface WindowWatch {
    /** Hears nothing. */
    WindowWatch NONE = (shared, parts, fired) -> {};

    /**
     * A window has been run.
     *
     * @param shared whether threads shared it
     * @param parts how many there are
     * @param fired how many events each part has fired so far, by place; may be longer, and is the
     *     simulation's own: to be read before the call returns, and not written
     */
    void ended(boolean shared, int parts, long[] fired);
  }
}
