package io.smartt.base.concurrent;

import module java.base;

/**
 * Holds back lines of a log, so that packets and strangers cannot fill the disk with them: each
 * kind has one line in a while. Safe for many threads.
 */
public final class SeldomLines {
  private final long silence;
  private final Map<String, Kind> kinds = new HashMap<>();

  private static final class Kind {
    private long next;
    private long heldBack;

    Kind(long next) {
      this.next = next;
    }
  }

  /**
   * Lines of which none has been written yet.
   *
   * @param silence between two lines of a kind, in the unit of the times that {@link #next} is
   *     given
   */
  public SeldomLines(long silence) {
    this.silence = silence;
  }

  /**
   * Counts a line.
   *
   * @param kind what counts as the same; there must be few
   * @param now a time that never goes back
   * @return how many of its kind were held back since the last one; empty if this one is as well
   */
  public synchronized OptionalLong next(String kind, long now) {
    Kind of = kinds.computeIfAbsent(kind, _ -> new Kind(now));
    if (now - of.next < 0) {
      of.heldBack++;
      return OptionalLong.empty();
    }
    long heldBack = of.heldBack;
    of.heldBack = 0;
    of.next = now + silence;
    return OptionalLong.of(heldBack);
  }
}
