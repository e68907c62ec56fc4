package io.smartt.host.congestion;

/** How often the core cases change the window (Sec. Adjustment Period). */
public enum Adjustment {
  /** With every acknowledgement. */
  PACKET,

  /** With every n-th, whose signals stand for the bytes of all n. */
  SAMPLED,

  /** Increases are summed up and take effect once a base RTT. */
  ACCUMULATED
}
