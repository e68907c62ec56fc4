package io.smartt.host.congestion;

/** Where a connection's base RTT comes from (Sec. SMaRTT Design, Overview). */
public enum BaseRtt {
  /** Measured at set-up, once per hop count: what the path is said to have. */
  PATH,

  /** That at first, then the smallest RTT that the connection has seen. */
  UPDATED
}
