package io.smartt.host.congestion;

/** Bandwidth-delay products: bytes from picoseconds and bits per second, and rates back. */
public final class Bdp {
  private static final double PS_BITS_PER_BYTE_SECOND = 8e12;

  private Bdp() {}

  /** The product in bytes, with its fraction. */
  public static double exact(long rttPs, long bps) {
    return exact(rttPs, (double) bps);
  }

  /** The product of a rate that has a fraction. */
  public static double exact(long rttPs, double bps) {
    return (double) rttPs * bps / PS_BITS_PER_BYTE_SECOND;
  }

  /**
   * The product in whole bytes. It divides before it multiplies, so that products next to a half,
   * one in a hundred of round values, may round the other way; results of earlier versions depend
   * on it.
   */
  public static long bytes(long rttPs, long bps) {
    return Math.round(rttPs / PS_BITS_PER_BYTE_SECOND * bps);
  }

  /** The rate, in bits per second, at which so many bytes leave in a round-trip time. */
  public static double bps(double bytes, double rttPs) {
    return bytes * PS_BITS_PER_BYTE_SECOND / rttPs;
  }
}
