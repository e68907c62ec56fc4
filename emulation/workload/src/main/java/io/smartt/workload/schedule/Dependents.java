package io.smartt.workload.schedule;

import java.util.function.IntConsumer;

/**
 * The operations that wait for each operation of a schedule: the list that a schedule has, turned
 * round.
 */
public final class Dependents {
  private final int[] first;
  private final int[] waiting;

  private Dependents(int[] first, int[] waiting) {
    this.first = first;
    this.waiting = waiting;
  }

  /** Turns the lists of a schedule round. */
  public static Dependents of(Schedule schedule) {
    int size = schedule.size();
    int[] first = new int[size + 1];
    for (int op = 0; op < size; op++) {
      schedule.forEachBefore(op, before -> first[1 + operation(before)]++);
    }
    for (int op = 0; op < size; op++) {
      first[op + 1] += first[op];
    }
    int[] waiting = new int[first[size]];
    int[] next = first.clone();
    for (int op = 0; op < size; op++) {
      int waits = op;
      schedule.forEachBefore(
          op, before -> waiting[next[operation(before)]++] = before < 0 ? ~waits : waits);
    }
    return new Dependents(first, waiting);
  }

  private static int operation(int before) {
    return before < 0 ? ~before : before;
  }

  /** Says what waits for an operation's end. */
  public void forEachOfEnd(int operation, IntConsumer visitor) {
    for (int i = first[operation]; i < first[operation + 1]; i++) {
      if (waiting[i] >= 0) {
        visitor.accept(waiting[i]);
      }
    }
  }

  /** Says what waits for an operation's start alone. */
  public void forEachOfStart(int operation, IntConsumer visitor) {
    for (int i = first[operation]; i < first[operation + 1]; i++) {
      if (waiting[i] < 0) {
        visitor.accept(~waiting[i]);
      }
    }
  }

  /** Returns whether anything waits for an operation's end. */
  public boolean hasOfEnd(int operation) {
    return has(operation, false);
  }

  /** Returns whether anything waits for an operation's start alone. */
  public boolean hasOfStart(int operation) {
    return has(operation, true);
  }

  private boolean has(int operation, boolean ofStart) {
    for (int i = first[operation]; i < first[operation + 1]; i++) {
      if (waiting[i] < 0 == ofStart) {
        return true;
      }
    }
    return false;
  }
}
