package io.smartt.emulation.fabric.virtual.simulation;

/**
 * Something that happens at an instant of a {@link EventQueue}. An event belongs to one component
 * and is scheduled again and again; nothing is allocated for an occurrence.
 *
 * <p>Events of one instant fire in the order in which they were made, not in that in which they
 * were scheduled, so that a run depends on its inputs alone.
 */
public abstract class Event {
  final int rank;
  boolean scheduled;

  /** An event of this event queue, not yet scheduled. */
  @SuppressWarnings("this-escape") // The queue does nothing with it before it is scheduled.
  protected Event(EventQueue eventQueue) {
    rank = eventQueue.enter(this);
  }

  /** True from scheduling until it fires or is cancelled. */
  public final boolean isScheduled() {
    return scheduled;
  }

  /** What happens; may schedule this and other events at {@code nowPs} or later. */
  protected abstract void fire(long nowPs);
}
