package io.smartt.host.packetio;

import module java.base;

/**
 * Picoseconds since it was made, from the monotonic clock, and the kernel's stamps of frames in the
 * same measure. Safe for many threads.
 */
public final class KernelClock {
  private static final long PS_PER_NS = 1_000;
  private static final long CHECK_NS = TimeUnit.SECONDS.toNanos(1);
  private static final int TRIES = 5;

  private volatile long startNs = System.nanoTime();
  private volatile long realMinusMonotonicNs = measure();
  private volatile long measuredNs = startNs;

  /** Returns the time since the clock's start, picoseconds. */
  public long nowPs() {
    return (System.nanoTime() - startNs) * PS_PER_NS;
  }

  /** Returns what this clock shows when another of this process shows a time. */
  public long at(KernelClock other, long otherPs) {
    return otherPs + (other.startNs - startNs) * PS_PER_NS;
  }

  /** Restarts at 0. For callers that prepare first, before anyone has read the clock. */
  public void restart() {
    startNs = System.nanoTime();
  }

  /**
   * Begins again so that 0 is at a moment, past or to come, which clocks of one machine agree on.
   *
   * @param unixNs nanoseconds since 1970
   */
  public void restartAt(long unixNs) {
    realMinusMonotonicNs = measure();
    measuredNs = System.nanoTime();
    startNs = unixNs - realMinusMonotonicNs;
  }

  /**
   * The time at which the kernel stamped a frame; never after now, and now for a frame without
   * stamp.
   *
   * @param stampNs nanoseconds since 1970
   */
  public long stampPs(long stampNs) {
    long nowNs = System.nanoTime();
    if (stampNs == FrameBatch.NO_STAMP) {
      return (nowNs - startNs) * PS_PER_NS;
    }
    if (nowNs - measuredNs > CHECK_NS) {
      // Somebody may have set the clock. Both clocks run at the same rate otherwise.
      measuredNs = nowNs;
      realMinusMonotonicNs = measure();
    }
    return (Math.min(stampNs - realMinusMonotonicNs, nowNs) - startNs) * PS_PER_NS;
  }

  /** This machine's clock: nanoseconds since 1970. */
  public static long unixNs() {
    return ChronoUnit.NANOS.between(Instant.EPOCH, Instant.now());
  }

  /** The try with the shortest time between its two looks at the monotonic clock counts. */
  private static long measure() {
    long best = Long.MAX_VALUE;
    long difference = 0;
    for (int i = 0; i < TRIES; i++) {
      long before = System.nanoTime();
      long realNs = unixNs();
      long after = System.nanoTime();
      if (after - before < best) {
        best = after - before;
        difference = realNs - (before + (after - before) / 2);
      }
    }
    return difference;
  }
}
