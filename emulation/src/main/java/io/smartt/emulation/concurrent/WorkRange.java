package io.smartt.emulation.concurrent;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Numbered tasks that one thread has from the first on and that others help with from the last on,
 * each task once. Who helps takes the same ones the next time, about, and finds in its cache what
 * they work on.
 */
final class WorkRange {
  /** What there is no more of. */
  static final int NONE = -1;

  /** The next task of the owner in the upper half, behind the next one of a helper in the lower. */
  private final AtomicLong bounds = new AtomicLong();

  /** Starts again with tasks {@code first} to {@code end - 1}. */
  void reset(int first, int end) {
    bounds.set(pack(first, end));
  }

  /** The owner's next task, or {@link #NONE}. */
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

  /** A helper's next task, or {@link #NONE}. */
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
