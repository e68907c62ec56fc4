package io.smartt.emulation.concurrent;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A range of numbered tasks, each taken once: its owner takes from the front, helpers steal from
 * the back. A helper steals about the same tasks in the next run, so their data is in its cache.
 */
final class WorkRange {
  /** Returned when no task is left. */
  static final int NONE = -1;

  /** The next task of the owner in the upper half, behind the next one of a helper in the lower. */
  private final AtomicLong bounds = new AtomicLong();

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
