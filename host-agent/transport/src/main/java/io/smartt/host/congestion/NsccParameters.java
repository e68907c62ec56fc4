package io.smartt.host.congestion;

/**
 * Constants of NSCC for a network, as the Ultra Ethernet reference simulator (uet-htsim, revision
 * 40ccb05) or the specification derives them.
 *
 * @param rules which of the two forms it is
 * @param baseRttPs round-trip time of the network's longest path, for all connections alike
 * @param linkBps rate of the links
 * @param mtuBytes longest frame; also the smallest window
 * @param maxWindowBytes 1.5 BDP
 * @param initialWindowBytes 1.5 BDP unless the user says otherwise ({@code -cwnd} in the simulator)
 * @param targetDelayPs queueing delay aimed at
 * @param triggerDelayPs queueing delay above which QuickAdapt may act without a trim; {@code
 *     Long.MAX_VALUE} for none
 * @param fastDelayPs queueing delay below which a path counts as empty
 * @param alpha proportional increase, in bytes per picosecond of room, per window
 * @param fi fair increase, in bytes per window
 * @param eta bytes added once a base RTT
 * @param fastScale fast increase, in bytes per byte acknowledged
 */
record NsccParameters(
    NsccRules rules,
    long baseRttPs,
    long linkBps,
    int mtuBytes,
    long maxWindowBytes,
    long initialWindowBytes,
    long targetDelayPs,
    long triggerDelayPs,
    long fastDelayPs,
    double alpha,
    double fi,
    double eta,
    double fastScale) {
  static final double MAX_WINDOW_BDPS = 1.5;
  static final double AVERAGE_GAIN = 0.0125;
  static final double DECREASE_GAIN = 0.8;
  static final double DECREASE_FLOOR = 0.5;
  static final int GATE_SHARE = 8;
  static final int ADJUST_PACKETS = 8;

  private static final int TRIGGER_DELAY_TARGETS = 4;
  private static final long FAST_DELAY_PS = 1_000_000;
  private static final double REFERENCE_BDP_BYTES = 150_000;
  private static final double REFERENCE_RTT_PS = 12e6;

  /**
   * The reference simulator's constants of a network.
   *
   * @param payloadBytes payload of a full packet, which increases are measured in
   * @param initialWindowBdps window of a new connection
   */
  static NsccParameters simulated(
      long baseRttPs, long linkBps, int mtuBytes, int payloadBytes, double initialWindowBdps) {
    long target = Math.round(0.75 * baseRttPs);
    return of(
        NsccRules.SIMULATOR,
        baseRttPs,
        linkBps,
        mtuBytes,
        payloadBytes,
        target,
        TRIGGER_DELAY_TARGETS * target,
        FAST_DELAY_PS,
        initialWindowBdps);
  }

  /**
   * The constants that the specification recommends for a network (UE 1.0.3, Sec. 3.6.13.3 and
   * Table 3-82): a target of 0.75 base RTTs where switches trim and of one where they do not, and
   * there alone a delay, of four targets, that triggers QuickAdapt. Increases are measured in full
   * packets. "Delay about 0" is left open; the simulator's 1 us stands for it.
   *
   * @param trims whether switches trim
   * @param dilation factor by which times are multiplied
   * @param initialWindowBdps window of a new connection
   */
  static NsccParameters specified(
      long baseRttPs,
      long linkBps,
      int mtuBytes,
      boolean trims,
      double dilation,
      double initialWindowBdps) {
    long target = Math.round((trims ? 0.75 : 1.0) * baseRttPs);
    return of(
        NsccRules.SPECIFICATION,
        baseRttPs,
        linkBps,
        mtuBytes,
        mtuBytes,
        target,
        trims ? Long.MAX_VALUE : TRIGGER_DELAY_TARGETS * target,
        Math.round(FAST_DELAY_PS * dilation),
        initialWindowBdps);
  }

  private static NsccParameters of(
      NsccRules rules,
      long baseRttPs,
      long linkBps,
      int mtuBytes,
      int stepBytes,
      long targetPs,
      long triggerPs,
      long fastPs,
      double initialWindowBdps) {
    double bdp = Bdp.exact(baseRttPs, linkBps);
    double a = bdp / REFERENCE_BDP_BYTES;
    double b = targetPs / REFERENCE_RTT_PS;
    return new NsccParameters(
        rules,
        baseRttPs,
        linkBps,
        mtuBytes,
        Math.max(mtuBytes, Math.round(MAX_WINDOW_BDPS * bdp)),
        Math.max(mtuBytes, Math.round(initialWindowBdps * bdp)),
        targetPs,
        triggerPs,
        fastPs,
        4.0 * stepBytes * a * b / targetPs,
        5.0 * stepBytes * a,
        0.15 * stepBytes * a,
        0.25 * a);
  }
}
