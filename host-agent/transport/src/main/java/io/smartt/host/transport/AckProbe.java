package io.smartt.host.transport;

/**
 * Requests of a sender for an acknowledgement, by a control packet of their own, where receivers
 * answer several packets at once: when a packet has been without an answer for half of its timeout.
 * It may have arrived and wait for others that cannot follow, because the one that was to ask was
 * trimmed, credit was revoked, or packets leave far apart.
 */
final class AckProbe {
  private final boolean used;
  private final long patiencePs;
  private long askedPs = Long.MIN_VALUE;
  private boolean due;

  /** The probe of a connection whose packets time out after so long at first. */
  AckProbe(ReliabilitySettings settings, long timeoutPs) {
    used = settings.ackEveryPackets() > 1;
    patiencePs = timeoutPs / 2;
  }

  /** The time to look at a packet that leaves now, given that of its timeout. */
  long firstDeadlinePs(long nowPs, long timeoutPs) {
    return used ? nowPs + Math.min(patiencePs, timeoutPs) : nowPs + timeoutPs;
  }

  /**
   * Looks at a packet in flight.
   *
   * @param transmissions a packet sent again is answered at once
   * @return the time to look again, {@code Long.MAX_VALUE} if there is no need to
   */
  long look(long nowPs, long sentPs, int transmissions) {
    if (!used || transmissions > 1 || sentPs < askedPs) {
      return Long.MAX_VALUE;
    }
    if (nowPs - sentPs < patiencePs) {
      return sentPs + patiencePs;
    }
    due = true;
    return Long.MAX_VALUE;
  }

  /** Returns whether to ask now. */
  boolean isDue() {
    return due;
  }

  /** Asks for all that has left before. */
  void asked(long nowPs) {
    due = false;
    askedPs = nowPs;
  }

  /** Cancels the probe, since there is nothing in flight to ask for. */
  void cancel() {
    due = false;
  }
}
