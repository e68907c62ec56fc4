package io.smartt.host.congestion;

import io.smartt.host.settings.RecordSettings;
import io.smartt.host.settings.Setting;

/**
 * Settings of Swift, after Kumar et al., "Swift: Delay is Simple and Effective for Congestion
 * Control in the Datacenter", SIGCOMM 2020: Algorithm 1 for the window, Sec. 3.5 for the target
 * delay. Algorithm 1 names its constants but the paper does not print their values; the defaults
 * are those that the authors of NDP and EQDS settled on in htsim, whose Swift the SMaRTT paper was
 * compared with, where they are not times.
 *
 * <p>Times are given in base RTTs of the path, so that they hold at any dilation: Google's are for
 * its own fabric. That is also the topology scaling of Sec. 3.5: base RTTs are known per hop count,
 * so a target in base RTTs grows by a fixed time a hop.
 *
 * @param additiveIncrease {@code ai}: 1
 * @param decreaseGain {@code beta}: 0.8
 * @param maxDecrease {@code max_mdf}: 0.5
 * @param baseTargetRtts base target delay with topology scaling; ours, 1.5, SMaRTT's target RTT, to
 *     compare reactions and not targets
 * @param flowScalingRtts {@code fs_range}; ours, 1: a window of one packet aims at a queue of one
 *     BDP four fifths full
 * @param flowScalingMinWindow {@code fs_min_cwnd}: 0.1
 * @param flowScalingMaxWindow {@code fs_max_cwnd}: 100
 * @param minWindowPackets {@code min_cwnd}: 0.01, as low as the paper says pacing allows well
 * @param maxWindowBdps {@code max_cwnd}; the same as SMaRTT's
 * @param initialWindowBdps open in the paper; the same as SMaRTT's
 * @param retransmitReset {@code RETX_RESET_THRESHOLD}: 5
 */
public record SwiftSettings(
    @Setting(defaultValue = "1", meaning = "Additive increase in packets per RTT (ai).")
        double additiveIncrease,
    @Setting(defaultValue = "0.8", meaning = "Weight of the excess delay in a decrease (beta).")
        double decreaseGain,
    @Setting(defaultValue = "0.5", meaning = "Largest share that one decrease takes (max_mdf).")
        double maxDecrease,
    @Setting(
            defaultValue = "1.5",
            meaning = "Target delay before flow scaling, in base RTTs of the path.")
        double baseTargetRtts,
    @Setting(
            defaultValue = "1",
            meaning = "Most that flow scaling adds to the target, in base RTTs (fs_range).")
        double flowScalingRtts,
    @Setting(
            defaultValue = "0.1",
            meaning = "Window in packets below which flow scaling adds all it may.")
        double flowScalingMinWindow,
    @Setting(
            defaultValue = "100",
            meaning = "Window in packets above which flow scaling adds nothing.")
        double flowScalingMaxWindow,
    @Setting(defaultValue = "0.01", meaning = "Smallest window, in packets.")
        double minWindowPackets,
    @Setting(defaultValue = "1.5", meaning = "Largest window, in BDPs.") double maxWindowBdps,
    @Setting(defaultValue = "1.5", meaning = "Window of a new connection, in BDPs.")
        double initialWindowBdps,
    @Setting(
            defaultValue = "5",
            meaning = "Timeouts in a row after which the window is the smallest.")
        int retransmitReset) {

  private static final Range RANGE = new Range("Swift");

  /** The default of every setting. */
  public static final SwiftSettings DEFAULTS = RecordSettings.defaults(SwiftSettings.class);

  /** Checks that each value is one that the algorithm can work with. */
  public SwiftSettings {
    RANGE.above(0, "additive increase", additiveIncrease);
    RANGE.atLeast(0, "decrease gain", decreaseGain);
    RANGE.between(0, 1, "largest decrease", maxDecrease);
    RANGE.atLeast(1, "base target", baseTargetRtts);
    RANGE.atLeast(0, "flow scaling", flowScalingRtts);
    RANGE.above(0, "flow scaling's least window", flowScalingMinWindow);
    RANGE.above(flowScalingMinWindow, "flow scaling's largest window", flowScalingMaxWindow);
    RANGE.share("smallest window", minWindowPackets);
    RANGE.above(0, "largest window", maxWindowBdps);
    RANGE.above(0, "initial window", initialWindowBdps);
    RANGE.atLeast(1, "retransmit reset", (double) retransmitReset);
  }
}
