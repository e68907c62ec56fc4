package io.smartt.view.live;

import java.util.Arrays;

/** Keeps something that is done again and again to a small share of time. For one thread. */
final class RateLimiter {
  private static final int REMEMBERED = 4;

  private final long leastNs;
  private final long times;
  private final long[] costsNs = new long[REMEMBERED];
  private int done;
  private long nextNs;
  private boolean begun;

  /**
   * @param leastNs between two beginnings
   * @param times how many times as long as it takes passes until the next
   */
  RateLimiter(long leastNs, long times) {
    this.leastNs = leastNs;
    this.times = times;
  }

  /** Returns whether it may be done now. */
  boolean isDue(long nowNs) {
    return !begun || nowNs - nextNs >= 0;
  }

  /** It was done. What took long once, such as the first time, does not count. */
  void took(long fromNs, long toNs) {
    begun = true;
    costsNs[done % REMEMBERED] = toNs - fromNs;
    done++;
    long costNs = done < REMEMBERED ? 0 : Arrays.stream(costsNs).min().orElse(0);
    nextNs = Math.max(fromNs + leastNs, toNs + times * costNs);
  }
}
