package io.smartt.host.congestion;

/**
 * The state that SMaRTT keeps of one connection. The algorithms ({@link CoreCases}, {@link
 * QuickAdapt}, {@link FastIncrease}) hold no state of their own, so that it stays in one small
 * object.
 */
abstract class SmarttState {
  /** The congestion window, {@code cwnd}, in bytes. */
  double cwnd;

  /** The time at which the current QuickAdapt period ends; 0 before the first acknowledgement. */
  long end;

  /** The time of the last multiplicative decrease. */
  long lastDecrease;

  /** Average RTT in picoseconds. A float has the 24 bits that matter. */
  float avgRtt;

  /** Bytes acknowledged in the current QuickAdapt period. */
  int acked;

  /** Bytes in flight when QuickAdapt last acted. */
  int bytesToIgnore;

  /** Bytes reported since then. */
  int bytesIgnored;

  /** Bytes without any sign of congestion in a row. */
  int count;

  /** A trim was seen: adapt at the end of the period. */
  boolean triggerQa;

  /** FastIncrease is active. */
  boolean increase;
}
