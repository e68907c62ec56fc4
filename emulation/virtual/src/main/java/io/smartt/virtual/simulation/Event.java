package io.smartt.virtual.simulation;

/**
 * Something that happens at an instant of a {@link EventQueue}. An event belongs to one component
 * and is scheduled again and again; nothing is allocated for an occurrence.
 *
 * <p>Events of one instant fire in an order that is drawn for each instant anew, see {@link
 * EventQueue.TieOrder}: neither when they were made nor when they were scheduled matters.
 */
public abstract class Event {
  /** A number that {@link EventQueue.TieOrder} puts before all others. */
  static final int FIRST = -1;

  final int rank;

  /** The number of the event in the simulation, however its nodes are spread over queues. */
  final int number;

  boolean scheduled;

  /** An event of this event queue, not yet scheduled. */
  protected Event(EventQueue eventQueue) {
    this(eventQueue, eventQueue.nextNumber());
  }

  /**
   * An event that has the same place among those of an instant in every simulation of its network.
   *
   * @param number of its own, 0 to 2^30 - 1
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
