package io.smartt.host.congestion;

/**
 * Constants of NSCC as the Ultra Ethernet reference simulator (uet-htsim, revision 40ccb05) derives
 * them for a network, for comparing with the paper's.
 *
 * @param baseRttPs round-trip time of the network's longest path, for all connections alike
 * @param linkBps rate of the links
 * @param mtuBytes longest frame; also the smallest window
 * @param maxWindowBytes 1.5 BDP, also the initial window
 * @param targetDelayPs queueing delay aimed at, 0.75 base RTTs
 * @param alpha proportional increase, in bytes per picosecond of room, per window
 * @param fi fair increase, in bytes per window
 * @param eta bytes added once a base RTT
 * @param fastScale fast increase, in bytes per byte acknowledged
 */
public record NsccParameters(
    long baseRttPs,
    long linkBps,
    int mtuBytes,
    long maxWindowBytes,
    long targetDelayPs,
    double alpha,
    double fi,
    double eta,
    double fastScale) {
  static final double MAX_WINDOW_BDPS = 1.5;
  static final double AVERAGE_GAIN = 0.0125;
  static final double DECREASE_GAIN = 0.8;
  static final double DECREASE_FLOOR = 0.5;
  static final long FAST_DELAY_PS = 1_000_000;
  static final int GATE_SHARE = 8;
  static final int TRIGGER_DELAY_TARGETS = 4;
  static final int ADJUST_PACKETS = 8;

  private static final double REFERENCE_BDP_BYTES = 150_000;
  private static final double REFERENCE_RTT_PS = 12e6;

  /**
   * The constants of a network.
   *
   * @param payloadBytes payload of a full packet, which increases are measured in
   */
  public static NsccParameters of(long baseRttPs, long linkBps, int mtuBytes, int payloadBytes) {
    double bdp = Bdp.exact(baseRttPs, linkBps);
    long target = Math.round(0.75 * baseRttPs);
    double a = bdp / REFERENCE_BDP_BYTES;
    double b = target / REFERENCE_RTT_PS;
    return new NsccParameters(
        baseRttPs,
        linkBps,
        mtuBytes,
        Math.max(mtuBytes, Math.round(MAX_WINDOW_BDPS * bdp)),
        target,
        4.0 * payloadBytes * a * b / target,
        5.0 * payloadBytes * a,
        0.15 * payloadBytes * a,
        0.25 * a);
  }
}
