package io.smartt.emulation.fabric.testbed;

import java.util.Locale;

/**
 * How far a host's clock is ahead of this machine's.
 *
 * @param errorNs most that this may be wrong by: half of what asking took
 */
public record ClockOffset(long ns, long errorNs) {
  private static final double NS_PER_US = 1e3;

  /** The offset that is sure to be there: none where it is within the error. */
  public long sureNs() {
    return Math.abs(ns) > errorNs ? ns : 0;
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%+.0f us (+- %.0f)", ns / NS_PER_US, errorNs / NS_PER_US);
  }
}
