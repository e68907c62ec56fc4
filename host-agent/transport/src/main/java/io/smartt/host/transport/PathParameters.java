package io.smartt.host.transport;

import io.smartt.host.congestion.Bdp;

/**
 * The path to a destination as known before the first packet (Sec. "SMaRTT Design": the base RTT is
 * measured once per hop count).
 *
 * @param baseRttPs round-trip time of a full packet and its acknowledgement on idle links
 * @param linkBps rate of the slowest link on it, in bits per second
 */
public record PathParameters(long baseRttPs, long linkBps) {
  /** Checks that both are positive. */
  public PathParameters {
    if (baseRttPs <= 0) {
      throw new IllegalArgumentException("base RTT is " + baseRttPs + " ps, must be positive");
    }
    if (linkBps <= 0) {
      throw new IllegalArgumentException("link rate is " + linkBps + " bps, must be positive");
    }
  }

  /** Bandwidth-delay product, in bytes. */
  public long bdpBytes() {
    return Math.round(Bdp.exact(baseRttPs, linkBps));
  }
}
