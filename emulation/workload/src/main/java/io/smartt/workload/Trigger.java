package io.smartt.workload;

import module java.base;

/**
 * Starts flows, and activates other triggers, when something is done.
 *
 * @param id by which flows and triggers refer to it, positive
 * @param kind what an activation does
 * @param count activations that a barrier waits for, 1 for the other kinds; 0 for a barrier whose
 *     work begins with the experiment
 * @param work that comes between the last activation and what follows
 * @param then ids of triggers that are activated when the flows start
 */
public record Trigger(int id, Kind kind, int count, Optional<Work> work, List<Integer> then) {

  /** Effect of an activation. */
  public enum Kind {
    /** The only activation starts all flows that wait. */
    ONESHOT,
    /** Each activation starts the next flow that waits, in the workload's order, while any does. */
    MULTISHOT,
    /** The count-th activation starts all flows that wait. */
    BARRIER
  }

  /** Copies the list. */
  public Trigger {
    then = List.copyOf(then);
  }

  /** A trigger that starts flows at once, and nothing else. */
  public Trigger(int id, Kind kind, int count) {
    this(id, kind, count, Optional.empty(), List.of());
  }

  /** Starts all that wait at its only activation. */
  public static Trigger oneshot(int id) {
    return new Trigger(id, Kind.ONESHOT, 1);
  }

  /** Starts one at each activation. */
  public static Trigger multishot(int id) {
    return new Trigger(id, Kind.MULTISHOT, 1);
  }

  /** Starts all that wait at a given activation. */
  public static Trigger barrier(int id, int count) {
    return new Trigger(id, Kind.BARRIER, count);
  }

  /** Returns whether it only starts flows, at once. */
  boolean isPlain() {
    return work.isEmpty() && then.isEmpty();
  }

  /** Returns this trigger with its work longer by a factor. */
  Trigger dilated(double factor) {
    return work.isEmpty()
        ? this
        : new Trigger(id, kind, count, work.map(own -> own.dilated(factor)), then);
  }
}
