package io.smartt.base.concurrent;

import module java.base;

/**
 * A range of numbered tasks, each taken once: its owner takes from the front, helpers steal from
 * the back. A helper steals about the same tasks in the next run, so their data is in its cache.
 */
final class WorkRange {
  /** Returned when no task is left. */
  static final int NONE = -1;

  /** The next task of the owner in the upper half, behind the next one of a helper in the lower. */
  private final AtomicLong bounds = new AtomicLong();

  /** Returns the first task of a member's share of {@code count} tasks. */
  static int first(int count, int member, int members) {
    return (int) ((long) count * member / members);
  }

  /**
   * Returns a member's next task, or {@link #NONE}: the first of its own, then the last ones of the
   * others.
   *
   * @param ranges of all members
   */
  static int take(List<WorkRange> ranges, int member) {
    int own = ranges.get(member).takeFirst();
    for (int i = 1; own == NONE && i < ranges.size(); i++) {
      own = ranges.get((member + i) % ranges.size()).takeLast();
    }
    return own;
  }

  /** Refills the range with tasks {@code first} to {@code end - 1}. */
  void reset(int first, int end) {
    bounds.set(pack(first, end));
  }

  /** Returns the owner's next task, or {@link #NONE}. */
  int takeFirst() {
    while (true) {
      long now = bounds.get();
      if (isEmpty(now)) {
        return NONE;
      }
      if (bounds.compareAndSet(now, pack(first(now) + 1, end(now)))) {
        return first(now);
      }
    }
  }

  /** Returns a helper's next task, or {@link #NONE}. */
  int takeLast() {
    while (true) {
      long now = bounds.get();
      if (isEmpty(now)) {
        return NONE;
      }
      if (bounds.compareAndSet(now, pack(first(now), end(now) - 1))) {
        return end(now) - 1;
      }
    }
  }

  private static boolean isEmpty(long bounds) {
    return first(bounds) >= end(bounds);
  }

  private static int first(long bounds) {
    return (int) (bounds >>> Integer.SIZE);
  }

  private static int end(long bounds) {
    return (int) bounds;
  }

  private static long pack(int first, int end) {
    return (long) first << Integer.SIZE | end;
  }
}
