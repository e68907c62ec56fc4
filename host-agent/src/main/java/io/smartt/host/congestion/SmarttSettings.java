package io.smartt.host.congestion;

/**
 * Settings of SMaRTT that hold for every path; {@link SmarttParameters} derives a path's values
 * from them. {@link #PAPER} has the paper's values. What the paper leaves open is marked so, with
 * the reason for its default.
 *
 * @param targetRttFactor target RTT in base RTTs (Target RTT: 1.5)
 * @param maxWindowBdps upper bound of the window in BDPs (Window Size Bounds: 1.5; Algorithm 4 has
 *     1)
 * @param initialWindowBdps window of a new connection in BDPs; open in the paper, 1.5 so that an
 *     idle network is used from the first RTT, as the reference simulator does
 * @param fairIncreaseMtus fair increase per RTT in MTUs on a path of the reference BDP, {@code fi}
 *     of Equation 2; open in the paper, 1, the bound that it gives for the proportional increase
 * @param referenceBdpBytes BDP at which increase constants hold as they are; on others they are
 *     scaled (Scaling); open in the paper, 150,000 B (100 Gbps, 12 us) as in the reference
 *     simulator
 * @param decreaseGain weight of the excess RTT in Equation 1 (0.8)
 * @param decreaseFloor smallest factor of one decrease in Equation 1 (0.5)
 * @param averageGain gain of the average RTT per acknowledgement; open in the paper, 0.0125 as in
 *     the reference simulator: fairer on incasts than 0.05 to 0.3
 * @param fastIncrease whether FastIncrease is on
 * @param fastIncreaseMtus {@code k} of Algorithm 2 (2)
 * @param fastIncreaseTolerance how far above the base RTT counts as close to it, in base RTTs; open
 *     in the paper, a twelfth, which is the reference simulator's 1 us at 12 us
 * @param quickAdapt whether QuickAdapt is on
 * @param quickAdaptScaling {@code qa_scaling} (1)
 * @param ignorePhase whether signals of what was in flight at a QuickAdapt are ignored
 * @param ignoreTrims whether that holds for the window reduction of trims and timeouts too: the
 *     text of Sec. QuickAdapt ignores all bytes in flight (the default), Algorithm 4 only
 *     acknowledgements
 * @param countTrimmed whether trimmed bytes count as acknowledged for QuickAdapt, as Algorithm 4
 *     line 2 has it; the text says bytes that have been received, which is the default, for with
 *     trimmed bytes an incast is measured at the rate at which it is sent and never adapts
 * @param delayTriggerRtts without a trim, QuickAdapt is triggered by an RTT above this many base
 *     RTTs (QuickAdapt without trimming); open in the paper, 1.75, a queue of one BDP three
 *     quarters full
 * @param delayTriggerShare and by fewer bytes acknowledged in a period than this share of the
 *     window; 0 turns that trigger off; open in the paper, an eighth as in the reference simulator
 */
public record SmarttSettings(
    double targetRttFactor,
    double maxWindowBdps,
    double initialWindowBdps,
    double fairIncreaseMtus,
    long referenceBdpBytes,
    double decreaseGain,
    double decreaseFloor,
    double averageGain,
    boolean fastIncrease,
    double fastIncreaseMtus,
    double fastIncreaseTolerance,
    boolean quickAdapt,
    double quickAdaptScaling,
    boolean ignorePhase,
    boolean ignoreTrims,
    boolean countTrimmed,
    double delayTriggerRtts,
    double delayTriggerShare) {

  /** The paper's values. */
  public static final SmarttSettings PAPER =
      new SmarttSettings(
          1.5, 1.5, 1.5, 1, 150_000, 0.8, 0.5, 0.0125, true, 2, 1.0 / 12, true, 1, true, true,
          false, 1.75, 0.125);

  /** Checks that each value is one that the algorithm can work with. */
  public SmarttSettings {
    require(targetRttFactor > 1, "target RTT factor", targetRttFactor, "above 1");
    require(maxWindowBdps > 0, "maximum window", maxWindowBdps, "above 0 BDP");
    require(initialWindowBdps > 0, "initial window", initialWindowBdps, "above 0 BDP");
    require(fairIncreaseMtus >= 0, "fair increase", fairIncreaseMtus, "0 MTU or more");
    require(referenceBdpBytes > 0, "reference BDP", (double) referenceBdpBytes, "above 0 bytes");
    require(decreaseGain >= 0, "decrease gain", decreaseGain, "0 or more");
    require(
        decreaseFloor > 0 && decreaseFloor <= 1, "decrease floor", decreaseFloor, "above 0, to 1");
    require(averageGain > 0 && averageGain <= 1, "average gain", averageGain, "above 0, to 1");
    require(fastIncreaseMtus >= 0, "fast increase", fastIncreaseMtus, "0 MTU or more");
    require(
        fastIncreaseTolerance >= 0,
        "fast increase tolerance",
        fastIncreaseTolerance,
        "0 base RTTs or more");
    require(quickAdaptScaling > 0, "QuickAdapt scaling", quickAdaptScaling, "above 0");
    require(delayTriggerRtts > 1, "delay trigger", delayTriggerRtts, "above 1 base RTT");
    require(
        delayTriggerShare >= 0 && delayTriggerShare <= 1,
        "delay trigger share",
        delayTriggerShare,
        "0 to 1");
  }

  private static void require(boolean holds, String name, double value, String accepted) {
    if (!holds) {
      throw new IllegalArgumentException(
          "SMaRTT " + name + " is " + value + ", accepted is " + accepted);
    }
  }
}
