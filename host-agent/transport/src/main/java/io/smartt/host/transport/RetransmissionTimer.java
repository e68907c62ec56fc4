package io.smartt.host.transport;

import io.smartt.host.congestion.CongestionController;

/**
 * Decides when packets of a connection count as lost for want of an answer, and which answers tell
 * a round-trip time. Each packet has a timer of its own, from its latest transmission; its timeout
 * may double each time it runs out, up to a limit.
 */
final class RetransmissionTimer {
  private final long timeoutPs;
  private final int maxBackoff;
  private final int rttTransmissions;
  private final long giveUpPs;
  private final boolean goesBack;
  private long heardPs;

  /**
   * @param goesBack whether packets are sent again though nothing is known of them
   */
  RetransmissionTimer(TransportSettings settings, long baseRttPs, boolean goesBack) {
    this.goesBack = goesBack;
    timeoutPs = settings.timeoutPs(baseRttPs);
    maxBackoff = settings.reliability().maxBackoff();
    rttTransmissions = settings.reliability().rttTransmissions();
    giveUpPs = settings.giveUpPs();
  }

  /** An answer came, or the first packet after a time without any in flight leaves. */
  void answered(long nowPs) {
    heardPs = nowPs;
  }

  /** Returns whether the other side has been silent for so long that it is taken for gone. */
  boolean isHopeless(long nowPs) {
    return nowPs - heardPs >= giveUpPs;
  }

  /** The time that a packet waits for its answer after it timed out so many times. */
  long timeoutPs(int timeouts) {
    return timeoutPs << Math.min(timeouts, maxBackoff);
  }

  /** The time that a request for credit or a close waits; it doubles, for no window holds those. */
  long requestTimeoutPs(int silences) {
    return timeoutPs << Math.min(silences, ReliabilitySettings.UNPACED_DOUBLINGS);
  }

  /** The least time between expiries of a connection, so that a burst expires in few steps. */
  long granularityPs() {
    return timeoutPs / 16;
  }

  /** The time that a connection waits after its receiver had no room. */
  long noRoomPs() {
    return timeoutPs / 4;
  }

  /**
   * RTT of a packet acknowledged, if it is known and the packet was not sent too often for it to
   * count.
   *
   * @param again as in {@link #roundTripPs}
   */
  long acknowledgedRttPs(SendWindow window, long nowPs, long sequence, boolean again) {
    return sequence >= window.base() && window.transmissions(sequence) > rttTransmissions
        ? CongestionController.RTT_UNKNOWN
        : roundTripPs(window, nowPs, sequence, again);
  }

  /**
   * RTT of a packet answered, if it is known which transmission was. After trims it is the latest,
   * for the others did not arrive. After one timeout it is the latest if the answer is to a
   * retransmission and there was one only; with go-back-N always so.
   *
   * @param again whether the answer is to a retransmission
   */
  long roundTripPs(SendWindow window, long nowPs, long sequence, boolean again) {
    if (sequence < window.base()) {
      return CongestionController.RTT_UNKNOWN;
    }
    int transmissions = window.transmissions(sequence);
    int timeouts = window.timeouts(sequence);
    boolean guessed = goesBack || timeouts > 0;
    boolean latest = !guessed || (timeouts <= 1 && transmissions <= 2);
    boolean known = latest && again == (transmissions > 1);
    return known ? nowPs - window.sentPs(sequence) : CongestionController.RTT_UNKNOWN;
  }
}
