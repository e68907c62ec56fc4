package io.smartt.experiment.trace.analysis;

/**
 * The times at which a sender gave up waiting for the answer to a packet, which no packet tells.
 *
 * @param timeoutPs of a packet sent once
 * @param maxBackoff how many times it may double
 */
public record RetransmissionTimes(long timeoutPs, int maxBackoff) {
  /** Returns how long a packet waits after it timed out so many times. */
  long after(int timeouts) {
    return timeoutPs << Math.min(timeouts, maxBackoff);
  }

  /** Returns how far apart expiries of a connection are at least, as the transport has it. */
  long granularityPs() {
    return timeoutPs / 16;
  }
}
