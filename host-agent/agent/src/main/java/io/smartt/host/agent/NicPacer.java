package io.smartt.host.agent;

/**
 * The times at which a host's wire is free, at the rate of its link: a frame occupies it for its
 * length. Pure; allocates nothing.
 */
final class NicPacer {
  private static final long PS_BITS_PER_BYTE = 8_000_000_000_000L;

  /**
   * The most that a busy card may be late and still send what it owes at once: long enough for an
   * ordinary preemption, short enough that the burst after it does not look like a queue.
   */
  static final long CATCH_UP_PS = 5_000_000_000L;

  private final long rateBps;
  private long freePs = Long.MIN_VALUE;
  private boolean backlogged;
  private long busyPs;
  private long lostPs;

  /**
   * A network card that is idle.
   *
   * @param rateBps bits a second; 0: no limit
   */
  NicPacer(long rateBps) {
    this.rateBps = rateBps;
  }

  boolean isFree(long nowPs) {
    return rateBps == 0 || nowPs >= freePs;
  }

  /** The time at which the card is free. */
  long freePs() {
    return freePs;
  }

  /** A frame begins to leave. */
  void send(int bytes, long nowPs) {
    if (rateBps != 0) {
      // What waited for the wire follows without a gap, however late the thread comes.
      long start = backlogged ? Math.max(freePs, nowPs - CATCH_UP_PS) : nowPs;
      lostPs += backlogged ? start - freePs : 0;
      long takesPs = Math.ceilDiv(bytes * PS_BITS_PER_BYTE, rateBps);
      busyPs += takesPs;
      freePs = start + takesPs;
      backlogged = true;
    }
  }

  /** The moment at which what is sent now could have left, if it was there then. */
  long dueSincePs(long therePs) {
    return backlogged ? freePs : therePs;
  }

  /** The time for which frames occupied the wire. */
  long busyPs() {
    return busyPs;
  }

  /** The time for which it stood idle while frames waited, and that was not caught up. */
  long lostPs() {
    return lostPs;
  }

  /** Notes that there was nothing to send though the wire was free. */
  void idle() {
    backlogged = false;
  }
}
