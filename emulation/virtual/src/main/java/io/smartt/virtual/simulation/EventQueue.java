package io.smartt.virtual.simulation;

import module java.base;

import org.jspecify.annotations.Nullable;

/**
 * The time of one part of a {@link Simulation}, a node or several: fires the part's {@link Event}s
 * in order of time, and at one instant in their {@link TieOrder}. A tournament tree: each event has
 * a leaf, each inner node names the first of the events below it, and who is moved plays again all
 * the way to the root. Without a branch to guess wrong, and with as many steps as the number of
 * events has bits. As each component keeps one event for many packets and each switch has an event
 * queue of its own, that is a few events per port: the cost does not grow with the network or with
 * the packets that fly.
 *
 * <p>Events of other parts come in by {@link ArrivalSource}s. As a window begins, those are read by
 * which something was sent in the window before. For one thread at a time; allocates only when
 * events are made.
 */
public final class EventQueue {
  private static final long NEVER = Long.MAX_VALUE;
  private static final int ROOT = 1;

  /** The events by rank, as many as leaves. */
  private @Nullable Event[] events = new Event[4];

  /** The times at which the events are due, by rank; {@link #NEVER} where one is not scheduled. */
  private long[] times = new long[4];

  /**
   * The first below each node, its order among those of its instant in the upper half and its rank
   * in the lower; the children of node {@code i} are 2i and 2i + 1.
   */
  private long[] firsts = new long[8];

  private final TieOrder ties;
  private final DueTimes dueTimes;
  private final int place;
  private int size;
  private long nowPs;
  private long fired;
  private ArrivalSource[] arrivals = new ArrivalSource[4];

  /**
   * Marks for each source that it sent something, by the parity of the window in which it was sent.
   */
  private final boolean[][] expected = {new boolean[4], new boolean[4]};

  private int arrivalCount;
  private long earliestSentPs = Long.MAX_VALUE;
  private boolean running;
  private Runnable preparation = () -> {};

  /**
   * @param dueTimes of all queues of the simulation
   */
  EventQueue(TieOrder ties, DueTimes dueTimes) {
    this.ties = ties;
    this.dueTimes = dueTimes;
    place = dueTimes.enter();
    plant(firsts, 0);
  }

  /** Its number among the parts of the simulation. */
  public int place() {
    return place;
  }

  /** Gives a new event its leaf; returns its rank. */
  int enter(Event event) {
    if (size == events.length) {
      events = Arrays.copyOf(events, 2 * size);
      times = Arrays.copyOf(times, 2 * size);
      long[] old = firsts;
      firsts = new long[4 * size];
      plant(old, size);
    }
    events[size] = event;
    return size++;
  }

  /** Lays out the tree anew with the leaves of an old one; no event from {@code unused} on. */
  private void plant(long[] old, int unused) {
    Arrays.fill(times, unused, times.length, NEVER);
    for (int rank = 0; rank < times.length; rank++) {
      firsts[times.length + rank] = rank < unused ? old[unused + rank] : rank;
    }
    for (int node = times.length - 1; node >= ROOT; node--) {
      long left = firsts[2 * node];
      long right = firsts[2 * node + 1];
      int order = Long.compare(times[(int) left], times[(int) right]);
      firsts[node] = order < 0 || (order == 0 && left < right) ? left : right;
    }
  }

  /** Picoseconds since the start of the experiment. */
  public long nowPs() {
    return nowPs;
  }

  /** Lets time pass in which nothing is due. */
  void skipTo(long timePs) {
    nowPs = Math.max(nowPs, timePs);
  }

  /** Returns when this event is due; it must be scheduled. */
  public long timeOf(Event event) {
    return times[event.rank];
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
    event.scheduled = true;
    move(ties.of(event.number, timePs) << 32 | event.rank, timePs);
    sayWhatIsDue();
  }

  /** Takes an event back; does nothing when it is not scheduled. */
  public void cancel(Event event) {
    if (event.scheduled) {
      event.scheduled = false;
      move(event.rank, NEVER);
      sayWhatIsDue();
    }
  }

  /** A window says it once, at its end. */
  private void sayWhatIsDue() {
    if (!running) {
      dueTimes.set(place, Math.min(earliestSentPs, times[(int) firsts[ROOT]]), fired);
    }
  }

  /**
   * Fires an event, which the tree still names meanwhile, as due never. Most schedule themselves
   * again and so set right what is above them; for the others that is done afterwards.
   */
  private void fire(int rank) {
    Event event = Objects.requireNonNull(events[rank]);
    nowPs = times[rank];
    times[rank] = NEVER;
    event.scheduled = false;
    fired++;
    event.fire(nowPs);
    if (!event.scheduled) {
      move(rank, NEVER);
    }
  }

  /**
   * Adds an arrival source, which is looked at as a window begins if anything was sent by it in the
   * window before.
   *
   * @return where its sender says so
   */
  public ArrivalNotice register(ArrivalSource source) {
    if (arrivalCount == arrivals.length) {
      arrivals = Arrays.copyOf(arrivals, arrivalCount * 2);
      expected[0] = Arrays.copyOf(expected[0], arrivalCount * 2);
      expected[1] = Arrays.copyOf(expected[1], arrivalCount * 2);
    }
    arrivals[arrivalCount] = source;
    return new ArrivalNotice(dueTimes, this, arrivalCount++);
  }

  /** Something was sent by a source in a window. For the sender's thread. */
  void expect(int source, int window) {
    expected[window & 1][source] = true;
    dueTimes.sentTo(place);
  }

  /** Sets what is done, and nothing else, as each window begins in which anything is due here. */
  public void beforeWindow(Runnable preparation) {
    this.preparation = preparation;
  }

  /** Something was sent from here, to this or another event queue, that arrives then. */
  void sent(long timePs) {
    if (timePs < earliestSentPs) {
      earliestSentPs = timePs;
      sayWhatIsDue();
    }
  }

  /** Takes in what has come and fires all that is due before the end of a window. */
  void run(long endPs) {
    running = true;
    if (dueTimes.takeSentTo(place)) {
      takeIn(expected[(dueTimes.window() - 1) & 1]);
    }
    // What was sent before this window is now in the tree of its receiver.
    earliestSentPs = Long.MAX_VALUE;
    int first = (int) firsts[ROOT];
    if (times[first] < endPs) {
      preparation.run();
    }
    while (times[first] < endPs) {
      fire(first);
      first = (int) firsts[ROOT];
    }
    running = false;
    sayWhatIsDue();
  }

  private void takeIn(boolean[] sources) {
    for (int i = 0; i < arrivalCount; i++) {
      if (sources[i]) {
        sources[i] = false;
        arrivals[i].drain();
      }
    }
  }

  private void move(long event, long timePs) {
    int rank = (int) event;
    times[rank] = timePs;
    long first = event;
    long firstPs = timePs;
    int leaf = times.length + rank;
    firsts[leaf] = event;
    for (int node = leaf; node > ROOT; node >>>= 1) {
      long rival = firsts[node ^ 1];
      long rivalPs = times[(int) rival];
      // All ones if the rival is earlier, or at the same time and before it in order. Which one is
      // cannot be foreseen: a processor would often guess a branch wrong.
      long rivalWins = (rivalPs - ((rival - first) >>> 63) - firstPs) >> 63;
      first += (rival - first) & rivalWins;
      firstPs += (rivalPs - firstPs) & rivalWins;
      firsts[node >>> 1] = first;
    }
  }

  /**
   * The place where what another event queue sends comes in. A sender may add while its receiver
   * runs; the receiver sees it from the next window on, which is early enough: nothing arrives
   * sooner than the simulation's lookahead after it was sent.
   */
  @FunctionalInterface
  public interface ArrivalSource {
    /** A window begins: schedules the arrival of the first of what has come, if any. */
    void drain();
  }

  /**
   * The order of events of one instant. Hosts that start together keep step to the picosecond, so
   * that their packets reach a switch at one instant again and again; if the lowest port came first
   * each time, it would have the one free place of a full queue each time. Real switches take turns
   * between their ports, and real hosts are never in step. So the order is drawn for each instant
   * anew: from a seed, the instant and the event's number. Each event is as likely to be first as
   * any other, whichever and however many they are; and as nothing is remembered, the order is the
   * same on any number of threads. What happens in a network that is slower by a power of two is
   * ordered as in the other, whose instants it has times that power.
   *
   * @param seed of the draws
   * @param halvings of an instant before the draw
   */
  record TieOrder(long seed, int halvings) {
    /** The mixing steps of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014). */
    private static final long GAMMA = 0x9e3779b97f4a7c15L;

    private static final long MIX_1 = 0xbf58476d1ce4e5b9L;
    private static final long MIX_2 = 0x94d049bb133111ebL;

    /** 0 for {@link Event#FIRST}, more for the others; below 2^31. */
    long of(int number, long timePs) {
      if (number == Event.FIRST) {
        return 0;
      }
      long z = seed + (timePs >> halvings) * GAMMA + number * MIX_2;
      z = (z ^ (z >>> 30)) * MIX_1;
      z = (z ^ (z >>> 27)) * MIX_2;
      return (z >>> 33) | 1;
    }
  }

  /**
   * The arrivals that one sender sends to an event queue of another part, for {@link
   * EventQueue.ArrivalSource}. A sender says here that it has sent; the receiver looks at its
   * source as the next window begins, and at no other.
   */
  public static final class ArrivalNotice {
    private static final int NEVER = -1;

    private final DueTimes dueTimes;
    private final EventQueue to;
    private final int place;
    private int saidInWindow = NEVER;

    /**
     * @param place of the source among those of its queue
     */
    ArrivalNotice(DueTimes dueTimes, EventQueue to, int place) {
      this.dueTimes = dueTimes;
      this.to = to;
      this.place = place;
    }

    /**
     * Says that something was sent.
     *
     * @param from the sender's event queue
     * @param timePs when it arrives
     */
    public void sent(EventQueue from, long timePs) {
      from.sent(timePs);
      int window = dueTimes.window();
      if (window != saidInWindow) {
        saidInWindow = window;
        to.expect(place, window);
      }
    }
  }

  /**
   * Something that happens at an instant of a {@link EventQueue}. An event belongs to one component
   * and is scheduled again and again; nothing is allocated for an occurrence.
   *
   * <p>Events of one instant fire in an order that is drawn for each instant anew, see {@link
   * EventQueue.TieOrder}: neither when they were made nor when they were scheduled matters.
   */
  public abstract static class Event {
    /** A number that {@link EventQueue.TieOrder} puts before all others. */
    static final int FIRST = -1;

    final int rank;

    /** The number of the event in the simulation, however its nodes are spread over queues. */
    final int number;

    boolean scheduled;

    /**
     * An event, not yet scheduled, that has the same place among those of an instant in every
     * simulation of its network.
     *
     * @param number of its own, 0 or more
     */
    @SuppressWarnings("this-escape") // The queue does nothing with it before it is scheduled.
    protected Event(EventQueue eventQueue, int number) {
      this.number = number;
      rank = eventQueue.enter(this);
    }

    /**
     * An event that fires before all others of its instant, for what is done to a network from
     * outside. A queue has one of these at most.
     */
    protected Event(EventQueue eventQueue, First first) {
      this(eventQueue, FIRST);
    }

    /** Says that an event comes first. */
    public enum First {
      /** The only one. */
      FIRST
    }

    /** True from scheduling until it fires or is cancelled. */
    public final boolean isScheduled() {
      return scheduled;
    }

    /** Happens; may schedule this and other events at {@code nowPs} or later. */
    protected abstract void fire(long nowPs);
  }
}
