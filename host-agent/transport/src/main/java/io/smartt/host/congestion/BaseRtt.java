package io.smartt.host.congestion;

/** The origin of a connection's base RTT (Sec. SMaRTT Design, Overview). */
public enum BaseRtt {
  /** Measured at set-up, once per hop count: what the path is said to have. */
  PATH,

  /** The path's base RTT at first, then the smallest RTT that the connection has seen. */
  UPDATED
}
