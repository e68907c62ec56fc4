package io.smartt.emulation.workload;

/**
 * Starts flows when others are done.
 *
 * @param id by which flows refer to it, positive
 * @param kind what an activation does
 * @param count activations that a barrier waits for; 1 for the other kinds
 */
public record Trigger(int id, Kind kind, int count) {

  /** Effect of an activation. */
  public enum Kind {
    /** The only activation starts all flows that wait. */
    ONESHOT,
    /** Each activation starts the next flow that waits, in the workload's order, while any does. */
    MULTISHOT,
    /** The count-th activation starts all flows that wait. */
    BARRIER
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
}
