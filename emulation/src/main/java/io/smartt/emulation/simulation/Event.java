package io.smartt.emulation.simulation;

/**
 * Something that happens at an instant of a {@link Timeline}. An event belongs to one component and
 * is scheduled again and again; nothing is allocated for an occurrence.
 *
 * <p>Events of one instant fire in the order in which they were made, whatever the order in which
 * they were scheduled, so that a run depends on its inputs alone.
 */
public abstract class Event {
  static final int NOT_SCHEDULED = -1;

  final int rank;
  int position = NOT_SCHEDULED;

  /** An event of this timeline, not yet scheduled. */
  protected Event(Timeline timeline) {
    rank = timeline.nextRank();
  }

  /** True from scheduling until it fires or is cancelled. */
  public final boolean isScheduled() {
    return position != NOT_SCHEDULED;
  }

  /** What happens; may schedule this and other events at {@code nowPs} or later. */
  protected abstract void fire(long nowPs);
}
