package io.smartt.host.congestion;

/** The congestion signals that SMaRTT looks at (Sec. SMaRTT Congestion Signals). */
public enum Signals {
  /** ECN and delay: the four core cases. */
  BOTH,

  /** ECN alone, packet by packet as MPRDMA. */
  ECN,

  /** Delay alone. */
  DELAY
}
