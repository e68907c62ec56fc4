package io.smartt.realtime;

import module java.base;

import io.smartt.host.packetio.KernelClock;

/**
 * The time that a host's clock is ahead of this machine's.
 *
 * @param errorNs most that this may be wrong by: half of what asking took
 */
public record ClockOffset(long ns, long errorNs) {
  private static final double NS_PER_US = 1e3;
  private static final int LOOKS = 5;

  /**
   * Compares a clock with this machine's: the quickest of some answers says best what it was in the
   * middle.
   *
   * @param askUnixNs asks for the other's, in nanoseconds since 1970
   */
  public static ClockOffset measure(LongSupplier askUnixNs) {
    ClockOffset best = new ClockOffset(0, Long.MAX_VALUE);
    for (int i = 0; i < LOOKS; i++) {
      long before = KernelClock.unixNs();
      long said = askUnixNs.getAsLong();
      long error = (KernelClock.unixNs() - before) / 2;
      if (error < best.errorNs()) {
        best = new ClockOffset(said - before - error, error);
      }
    }
    return best;
  }

  /** The offset that is sure to be there: none where it is within the error. */
  public long sureNs() {
    return Math.abs(ns) > errorNs ? ns : 0;
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%+.0f us (+- %.0f)", ns / NS_PER_US, errorNs / NS_PER_US);
  }
}
