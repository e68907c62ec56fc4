package io.smartt.host.transport;

import io.smartt.host.congestion.Bdp;

/**
 * The path to a destination as known before the first packet (Sec. "SMaRTT Design": the base RTT is
 * measured once per hop count).
 *
 * @param baseRttPs round-trip time of a full packet and its acknowledgement on idle links
 * @param linkBps rate of its slowest links together, at most the host's, in bits per second
 * @param dscp of data frames there, which says the queue that they have; {@link #OWN_DSCP}: that of
 *     the endpoint
 */
public record PathParameters(long baseRttPs, long linkBps, int dscp) {
  /** The code point of endpoints' own settings. */
  public static final int OWN_DSCP = 0;

  /** A path on which data frames have the endpoint's code point. */
  public PathParameters(long baseRttPs, long linkBps) {
    this(baseRttPs, linkBps, OWN_DSCP);
  }

  /** Checks that times and rates are positive, and the code point's bits. */
  public PathParameters {
    if (baseRttPs <= 0) {
      throw new IllegalArgumentException("base RTT is " + baseRttPs + " ps, must be positive");
    }
    if (linkBps <= 0) {
      throw new IllegalArgumentException("link rate is " + linkBps + " bps, must be positive");
    }
    if (dscp >>> 6 != 0) {
      throw new IllegalArgumentException("DSCP is " + dscp + ", accepted is 0 to 63");
    }
  }

  /** The same path with data frames of another code point. */
  public PathParameters with(int newDscp) {
    return new PathParameters(baseRttPs, linkBps, newDscp);
  }

  /** Bandwidth-delay product, in bytes. */
  public long bdpBytes() {
    return Math.round(Bdp.exact(baseRttPs, linkBps));
  }
}
