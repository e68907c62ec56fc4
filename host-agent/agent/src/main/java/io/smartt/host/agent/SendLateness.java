package io.smartt.host.agent;

/**
 * The lateness of a host's thread: what it sent after the moment at which it could have.
 *
 * @param turns in which it had something to send
 * @param latePs by which these came after the wire was free and what they sent was there, together
 * @param busyPs the time for which frames occupied the wire
 * @param lostPs the time for which the wire was free, data waited, and the thread came too late to
 *     recover it
 */
public record SendLateness(long turns, long latePs, long busyPs, long lostPs) {
  /** Of a host that sent nothing. */
  public static final SendLateness NONE = new SendLateness(0, 0, 0, 0);

  /** Returns this and the lateness of others. */
  public SendLateness plus(SendLateness others) {
    return new SendLateness(
        turns + others.turns,
        latePs + others.latePs,
        busyPs + others.busyPs,
        lostPs + others.lostPs);
  }

  /** Returns the mean by which a turn was late, picoseconds; 0 without one. */
  public double meanPs() {
    return turns == 0 ? 0 : (double) latePs / turns;
  }

  /** Returns the share of the time with data waiting in which the wire stood idle. */
  public double lostShare() {
    return lostPs == 0 ? 0 : (double) lostPs / (busyPs + lostPs);
  }
}
