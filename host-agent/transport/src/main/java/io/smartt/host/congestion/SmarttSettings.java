package io.smartt.host.congestion;

import io.smartt.host.settings.RecordSettings;
import io.smartt.host.settings.Setting;

/**
 * Settings of SMaRTT that hold for every path; {@link SmarttParameters} derives a path's values
 * from them. {@link #PAPER} has the paper's values. What the paper leaves open is marked so, with
 * the reason for its default.
 *
 * @param targetRttFactor Target RTT: 1.5
 * @param targetDelay open in the paper where paths differ (see {@link RttScope}); the network's,
 *     without which fair increase does not make flows of different base RTT fair
 * @param maxWindowBdps Window Size Bounds: 1.5; Algorithm 4 line 23 has 1
 * @param initialWindowBdps open in the paper, 1.5 so that an idle network is used from the first
 *     RTT, as the reference simulator does
 * @param baseRtt Sec. SMaRTT Design names both ways
 * @param signals Sec. SMaRTT Congestion Signals compares the three
 * @param fairIncrease Fig. "fair increase vs. additive increase"; fair adds in proportion to the
 *     path's BDP, additive the same on every path, that of the network's longest
 * @param fairIncreaseMtus {@code fi} of Equation 2; open in the paper, 1: the best of a decade of
 *     values over all figures (docs/use/paper.md); the reference simulator adds 0.15 MTU a base RTT
 * @param fairAfterProportional Sec. Proportional Increase, last sentence
 * @param scaling Scaling
 * @param referenceBdpBytes open in the paper, 150,000 B (100 Gbps, 12 us) as in the reference
 *     simulator
 * @param decreaseGain Equation 1: 0.8
 * @param decreaseFloor Equation 1: 0.5
 * @param decreaseBy Equation 1: the average RTT; the other is for figure 6
 *     (docs/use/paper-limits.md)
 * @param decreasePeriodRtts Sec. Multiplicative Decrease: 1
 * @param decreasePeriod open in the paper where paths differ: the path's
 * @param averageGain open in the paper, 0.0125 as in the reference simulator: the best of a decade
 *     of values over all figures (docs/use/paper.md)
 * @param decreaseOnEarlyMark Sec. Load Balance Path Change compares both
 * @param markDecrease used by the variants {@code decreaseOnEarlyMark} and {@link Signals#ECN}, of
 *     which the paper says only that its baseline is similar to MPRDMA: MPRDMA's half a packet
 * @param fastIncrease Sec. FastIncrease
 * @param fastIncreaseMtus {@code k} of Algorithm 2: 2
 * @param fastIncreaseTolerance open in the paper, a twelfth, which is the reference simulator's 1
 *     us at 12 us
 * @param quickAdapt Sec. QuickAdapt
 * @param quickAdaptScaling {@code qa_scaling}: 1
 * @param ignorePhase Sec. QuickAdapt, Fig. "QuickAdapt Ignore off and on"
 * @param ignoreTrims the text of Sec. QuickAdapt ignores all bytes in flight (the default),
 *     Algorithm 4 only acknowledgements
 * @param ignoreTimeouts Sec. QuickAdapt without trimming: "ignore such timeouts"
 * @param countTrimmed Algorithm 4 line 2 has it; the text says bytes that have been received, which
 *     is the default, for with trimmed bytes an incast is measured at the rate at which it is sent
 *     and never adapts
 * @param timeoutsCutToFlight false: a timeout takes its packet's size, as Algorithm 4 has it; true,
 *     of {@code paper-2026-11}, first brings a window that was not filled to what is in flight
 * @param delayTrigger Sec. QuickAdapt without trimming
 * @param delayTriggerRtts QuickAdapt without trimming; open in the paper, 1.75, a queue of one BDP
 *     three quarters full
 * @param delayTriggerShare open in the paper, a half: an 8 to 1 incast acknowledges just an eighth
 *     of each window, so that the reference simulator's eighth is a toss of a coin there
 * @param adjustment Sec. Adjustment Period
 * @param adjustmentPackets Sec. Adjustment Period: "even when sampling every 8 packets"
 * @param pacer Window Size Bounds: "a pacer-based solution"
 * @param minWindowMtus smallest window of the pacer; open in the paper, 0.01
 */
public record SmarttSettings(
    @Setting(defaultValue = "1.5", meaning = "Target RTT, in base RTTs.") double targetRttFactor,
    @Setting(
            defaultValue = "network",
            meaning = "Whose base RTT the target's queueing delay is a share of: path or network.")
        RttScope targetDelay,
    @Setting(defaultValue = "1.5", meaning = "Largest window, in BDPs; Algorithm 4 has 1.")
        double maxWindowBdps,
    @Setting(defaultValue = "1.5", meaning = "Window of a new connection, in BDPs.")
        double initialWindowBdps,
    @Setting(
            defaultValue = "path",
            meaning = "Base RTT: as the path's hop count says, or updated to smaller RTTs seen.")
        BaseRtt baseRtt,
    @Setting(defaultValue = "both", meaning = "Congestion signals: both, only ECN or only delay.")
        Signals signals,
    @Setting(
            defaultValue = "true",
            meaning = "Fair increase, in proportion to the path's BDP; false: additive increase.")
        boolean fairIncrease,
    @Setting(
            defaultValue = "1",
            meaning = "Fair increase (fi) in MTUs per RTT on a path of the reference BDP.")
        double fairIncreaseMtus,
    @Setting(
            defaultValue = "true",
            meaning = "Whether a fair increase follows each proportional increase.")
        boolean fairAfterProportional,
    @Setting(
            defaultValue = "true",
            meaning = "Whether increase constants are scaled with the path's BDP.")
        boolean scaling,
    @Setting(
            defaultValue = "150000",
            meaning = "BDP in bytes at which increase constants hold as they are.")
        long referenceBdpBytes,
    @Setting(defaultValue = "0.8", meaning = "Weight of the excess RTT in Equation 1.")
        double decreaseGain,
    @Setting(defaultValue = "0.5", meaning = "Smallest factor of one multiplicative decrease.")
        double decreaseFloor,
    @Setting(
            defaultValue = "rtt",
            meaning =
                "What the excess RTT is a share of in Equation 1: rtt, or queueing, the delay of"
                    + " queues alone.")
        DecreaseBy decreaseBy,
    @Setting(
            defaultValue = "1",
            meaning = "Least time between multiplicative decreases, in base RTTs.")
        double decreasePeriodRtts,
    @Setting(defaultValue = "path", meaning = "Whose base RTTs these are: path or network.")
        RttScope decreasePeriod,
    @Setting(defaultValue = "0.0125", meaning = "Weight of each RTT in the average RTT (EWMA).")
        double averageGain,
    @Setting(
            defaultValue = "false",
            meaning = "Whether a mark with an RTT below the target decreases the window.")
        boolean decreaseOnEarlyMark,
    @Setting(
            defaultValue = "0.5",
            meaning =
                "Decrease by a mark where marks alone count, as a share of the packet's size.")
        double markDecrease,
    @Setting(defaultValue = "true", meaning = "FastIncrease.") boolean fastIncrease,
    @Setting(
            defaultValue = "2",
            meaning = "MTUs added by each acknowledgement in FastIncrease (k).")
        double fastIncreaseMtus,
    @Setting(
            defaultValue = "0.08333333333333333",
            meaning = "How far above the base RTT counts as close to it, in base RTTs.")
        double fastIncreaseTolerance,
    @Setting(defaultValue = "true", meaning = "QuickAdapt.") boolean quickAdapt,
    @Setting(defaultValue = "1", meaning = "What QuickAdapt multiplies its window by (qa_scaling).")
        double quickAdaptScaling,
    @Setting(
            defaultValue = "true",
            meaning = "Whether signals of what was in flight at a QuickAdapt are ignored.")
        boolean ignorePhase,
    @Setting(defaultValue = "true", meaning = "Whether the ignore phase holds for trims too.")
        boolean ignoreTrims,
    @Setting(defaultValue = "true", meaning = "Whether the ignore phase holds for timeouts too.")
        boolean ignoreTimeouts,
    @Setting(
            defaultValue = "false",
            meaning = "Whether trimmed bytes count as acknowledged for QuickAdapt.")
        boolean countTrimmed,
    @Setting(
            defaultValue = "false",
            meaning =
                "Whether a timeout brings a window that was not filled to what is in flight first.")
        boolean timeoutsCutToFlight,
    @Setting(
            defaultValue = "untrimmed",
            meaning =
                "Where a high RTT may trigger QuickAdapt: untrimmed, where switches do not trim; or"
                    + " always.")
        DelayTrigger delayTrigger,
    @Setting(
            defaultValue = "1.75",
            meaning = "RTT, in base RTTs, above which QuickAdapt may act without a trim.")
        double delayTriggerRtts,
    @Setting(
            defaultValue = "0.5",
            meaning =
                "Share of the window below which bytes acknowledged in a period let QuickAdapt act"
                    + " without a trim; 0 turns that off.")
        double delayTriggerShare,
    @Setting(
            defaultValue = "packet",
            meaning = "Core cases: with every packet, sampled, or accumulated up to a base RTT.")
        Adjustment adjustment,
    @Setting(defaultValue = "8", meaning = "Every how many packets, where sampled.")
        int adjustmentPackets,
    @Setting(defaultValue = "false", meaning = "Whether windows below one MTU are paced.")
        boolean pacer,
    @Setting(defaultValue = "0.01", meaning = "Smallest window of the pacer, in MTUs.")
        double minWindowMtus) {

  private static final Range RANGE = new Range("SMaRTT");

  /** The paper's values. */
  public static final SmarttSettings PAPER = RecordSettings.defaults(SmarttSettings.class);

  /** Checks that each value is one that the algorithm can work with. */
  public SmarttSettings {
    RANGE.above(1, "target RTT factor", targetRttFactor);
    RANGE.above(0, "maximum window", maxWindowBdps);
    RANGE.above(0, "initial window", initialWindowBdps);
    RANGE.atLeast(0, "fair increase", fairIncreaseMtus);
    RANGE.above(0, "reference BDP", (double) referenceBdpBytes);
    RANGE.atLeast(0, "decrease gain", decreaseGain);
    RANGE.share("decrease floor", decreaseFloor);
    RANGE.atLeast(0, "decrease period", decreasePeriodRtts);
    RANGE.share("average gain", averageGain);
    RANGE.atLeast(0, "mark decrease", markDecrease);
    RANGE.atLeast(0, "fast increase", fastIncreaseMtus);
    RANGE.atLeast(0, "fast increase tolerance", fastIncreaseTolerance);
    RANGE.above(0, "QuickAdapt scaling", quickAdaptScaling);
    RANGE.above(1, "delay trigger", delayTriggerRtts);
    RANGE.between(0, 1, "delay trigger share", delayTriggerShare);
    RANGE.atLeast(1, "adjustment packets", (double) adjustmentPackets);
    RANGE.share("smallest window of the pacer", minWindowMtus);
  }
}
