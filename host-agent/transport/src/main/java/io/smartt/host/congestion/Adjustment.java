package io.smartt.host.congestion;

/** The frequency at which the core cases change the window (Sec. Adjustment Period). */
public enum Adjustment {
  /** At every acknowledgement. */
  PACKET,

  /** At every n-th, whose signals stand for the bytes of all n. */
  SAMPLED,

  /** Increases are summed up and take effect once a base RTT. */
  ACCUMULATED
}
