package io.smartt.virtual.simulation;

import java.util.Arrays;

/**
 * The facts that a {@link Simulation} asks of its event queues before each window, kept next to
 * each other: when something is due next in each, how many events each has fired, and for which
 * something was sent. Thousands of queues are a few hundred cache lines here, and a queue in which
 * nothing is due is not touched at all.
 *
 * <p>What is sent in one window is taken in at the next. So there are marks of two kinds, and a
 * window writes those that the next one reads: nobody reads what another thread may write.
 */
final class DueTimes {
  private static final long NEVER = Long.MAX_VALUE;

  private int size;
  private long[] nextPs = new long[4];
  private long[] fired = new long[4];

  /**
   * Marks for each queue that something was sent to it, by the parity of the window in which it was
   * sent.
   */
  private final boolean[][] sentTo = {new boolean[4], new boolean[4]};

  private int window;

  /** A queue more, in which nothing is due; returns its place. */
  int enter() {
    if (size == nextPs.length) {
      nextPs = Arrays.copyOf(nextPs, 2 * size);
      fired = Arrays.copyOf(fired, 2 * size);
      sentTo[0] = Arrays.copyOf(sentTo[0], 2 * size);
      sentTo[1] = Arrays.copyOf(sentTo[1], 2 * size);
    }
    nextPs[size] = NEVER;
    return size++;
  }

  /** Says when something is due next in a queue, and how many events it has fired. */
  void set(int place, long newNextPs, long newFired) {
    nextPs[place] = newNextPs;
    fired[place] = newFired;
  }

  /** The earliest of all. */
  long earliestPs() {
    long earliest = NEVER;
    for (int place = 0; place < size; place++) {
      earliest = Math.min(earliest, nextPs[place]);
    }
    return earliest;
  }

  /** Events that all have fired. */
  long fired() {
    long sum = 0;
    for (int place = 0; place < size; place++) {
      sum += fired[place];
    }
    return sum;
  }

  /** Events that each has fired, by place; there may be more elements than queues. */
  long[] firedByPlace() {
    return fired;
  }

  /** A window begins: what is sent from here on is for the next. */
  void nextWindow() {
    window++;
  }

  /** The number of the window that is under way, or was last. */
  int window() {
    return window;
  }

  /** Returns whether a queue has anything to do in the window under way. */
  boolean isAwake(int place, long endPs) {
    return nextPs[place] < endPs || sentTo[(window - 1) & 1][place];
  }

  /** Something was sent to a queue in the window under way, or since the last. */
  void sentTo(int place) {
    sentTo[window & 1][place] = true;
  }

  /** Returns whether anything was sent to a queue in the window before; asked once. */
  boolean takeSentTo(int place) {
    boolean[] before = sentTo[(window - 1) & 1];
    boolean sent = before[place];
    before[place] = false;
    return sent;
  }
}
