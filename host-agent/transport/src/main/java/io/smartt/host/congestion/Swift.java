package io.smartt.host.congestion;

import io.smartt.host.settings.Setting;
import io.smartt.host.settings.SettingsGroup;
import java.util.List;

/** The Swift scheme: makes {@link Controller}s. Not for use by several threads. */
public final class Swift extends PerPathScheme<Swift.Parameters> {
  /** Settings of Swift. */
  public static final SettingsGroup<Settings> SETTINGS =
      new SettingsGroup<>("swift", Settings.class);

  /** Swift as users choose it. */
  public static final CongestionControl CONTROL =
      CongestionControl.of(
          "swift",
          "Kumar et al., SIGCOMM 2020, Algorithm 1 and Sec. 3.5",
          List.of(SETTINGS),
          new WindowLimits(0.01, 1.5),
          run -> new Swift(run.settings().read(SETTINGS)));

  public Swift(Settings settings) {
    super(
        new PerPath<>((baseRttPs, linkBps, mtuBytes) ->
            new Parameters(
                settings,
                new Target(settings, baseRttPs),
                new WindowBounds(
                    settings.minWindowPackets() * mtuBytes,
                    settings.initialWindowBdps(),
                    settings.maxWindowBdps(),
                    baseRttPs,
                    linkBps,
                    mtuBytes))),
        Controller::new);
  }

  /**
   * Swift (Kumar et al., SIGCOMM 2020), Algorithm 1, on the fabric window; hosts here add no delay
   * of their own, so there is no endpoint window. Its fast recovery handles trimmed packets.
   * Allocates nothing per call.
   */
  static final class Controller implements CongestionController {
    private final Parameters parameters;
    private double cwnd;
    private long rtt;
    private long lastDecreasePs;
    private long lastTimeoutPs;
    private int retransmits;

    Controller(Parameters parameters) {
      this.parameters = parameters;
      cwnd = parameters.bounds().initialBytes();
      rtt = parameters.bounds().baseRttPs();
      lastDecreasePs = -rtt;
      lastTimeoutPs = -rtt;
    }

    @Override
    public void onAck(long nowPs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes) {
      retransmits = 0;
      // Swift's time stamps tell each delay. Where none is known, losses alone shrink the window:
      // one that did not grow would stay at a hundredth of a packet until all is sent.
      boolean known = rttPs != RTT_UNKNOWN;
      rtt = known ? rttPs : rtt;
      Settings settings = parameters.settings();
      WindowBounds bounds = parameters.bounds();
      double targetPs = parameters.target().delayPs(cwnd / bounds.mtuBytes());
      if (!known || rtt < targetPs) {
        double increase = settings.additiveIncrease() * ackedBytes;
        cwnd += cwnd >= bounds.mtuBytes() ? increase * bounds.mtuBytes() / cwnd : increase;
        cwnd = bounds.clamp(cwnd);
      } else {
        double excess = (rtt - targetPs) / rtt;
        decrease(nowPs, Math.max(1 - settings.decreaseGain() * excess, 1 - settings.maxDecrease()));
      }
    }

    @Override
    public void onTrim(long nowPs, int frameBytes, long inFlightBytes) {
      retransmits = 0;
      decrease(nowPs, 1 - parameters.settings().maxDecrease());
    }

    /** Algorithm 1 has a timer a flow; of packets lost together, one an RTT counts here. */
    @Override
    public void onTimeout(long nowPs, int frameBytes, long inFlightBytes) {
      if (nowPs - lastTimeoutPs >= rtt) {
        retransmits++;
        lastTimeoutPs = nowPs;
      }
      if (retransmits >= parameters.settings().retransmitReset()) {
        cwnd = parameters.bounds().minBytes();
        lastDecreasePs = nowPs;
      } else {
        decrease(nowPs, 1 - parameters.settings().maxDecrease());
      }
    }

    @Override
    public long windowBytes() {
      return Math.max(1, (long) cwnd);
    }

    /** The rate of one packet in as many RTTs as the window is smaller than a packet. */
    @Override
    public long pacingBps() {
      return cwnd >= parameters.bounds().mtuBytes()
          ? UNPACED
          : Math.max(1, (long) Bdp.bps(cwnd, (double) rtt));
    }

    /** Decreases the window, at most once an RTT. */
    private void decrease(long nowPs, double factor) {
      if (nowPs - lastDecreasePs >= rtt) {
        cwnd = parameters.bounds().clamp(cwnd * factor);
        lastDecreasePs = nowPs;
      }
    }
  }

  /**
   * Swift's target delay (Sec. 3.5 of its paper): a base for the path, and more the smaller the
   * window, for the more flows share a queue the more packets of them meet in it.
   */
  static final class Target {
    private final double basePs;
    private final double rangePs;
    private final double alphaPs;
    private final double betaPs;

    Target(Settings settings, long baseRttPs) {
      basePs = settings.baseTargetRtts() * baseRttPs;
      rangePs = settings.flowScalingRtts() * baseRttPs;
      double smallest = 1 / Math.sqrt(settings.flowScalingMinWindow());
      double largest = 1 / Math.sqrt(settings.flowScalingMaxWindow());
      alphaPs = rangePs / (smallest - largest);
      betaPs = -alphaPs * largest;
    }

    /** The target for a window of so many packets. */
    double delayPs(double windowPackets) {
      double scaling = alphaPs / Math.sqrt(windowPackets) + betaPs;
      return basePs + Math.clamp(scaling, 0, rangePs);
    }
  }

  /** Parameters that Swift's connections of one path share. */
  record Parameters(Settings settings, Target target, WindowBounds bounds) {}

  /**
   * Settings of Swift, after Kumar et al., "Swift: Delay is Simple and Effective for Congestion
   * Control in the Datacenter", SIGCOMM 2020: Algorithm 1 for the window, Sec. 3.5 for the target
   * delay. Algorithm 1 names its constants but the paper does not print their values; the defaults
   * are those that the authors of NDP and EQDS settled on in htsim, whose Swift the SMaRTT paper
   * was compared with, where they are not times.
   *
   * <p>Times are given in base RTTs of the path, so that they hold at any dilation: Google's are
   * for its own fabric. That is also the topology scaling of Sec. 3.5: base RTTs are known per hop
   * count, so a target in base RTTs grows by a fixed time a hop.
   *
   * @param additiveIncrease {@code ai}: 1
   * @param decreaseGain {@code beta}: 0.8
   * @param maxDecrease {@code max_mdf}: 0.5
   * @param baseTargetRtts base target delay with topology scaling; ours, 1.5, SMaRTT's target RTT,
   *     to compare reactions and not targets
   * @param flowScalingRtts {@code fs_range}; ours, 1: a window of one packet aims at a queue of one
   *     BDP four fifths full
   * @param flowScalingMinWindow {@code fs_min_cwnd}: 0.1
   * @param flowScalingMaxWindow {@code fs_max_cwnd}: 100
   * @param minWindowPackets {@code min_cwnd}: 0.01, as low as the paper says pacing allows well
   * @param maxWindowBdps {@code max_cwnd}; the same as SMaRTT's
   * @param initialWindowBdps open in the paper; the same as SMaRTT's
   * @param retransmitReset {@code RETX_RESET_THRESHOLD}: 5
   */
  public record Settings(
      @Setting(defaultValue = "1", meaning = "Additive increase in packets per RTT (ai).")
          double additiveIncrease,
      @Setting(defaultValue = "0.8", meaning = "Weight of the excess delay in a decrease (beta).")
          double decreaseGain,
      @Setting(defaultValue = "0.5", meaning = "Largest share that one decrease takes (max_mdf).")
          double maxDecrease,
      @Setting(
              most = 1e6,
              defaultValue = "1.5",
              meaning = "Target delay before flow scaling, in base RTTs of the path.")
          double baseTargetRtts,
      @Setting(
              most = 1e6,
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
      @Setting(most = 1e6, defaultValue = "1.5", meaning = "Largest window, in BDPs.")
          double maxWindowBdps,
      @Setting(most = 1e6, defaultValue = "1.5", meaning = "Window of a new connection, in BDPs.")
          double initialWindowBdps,
      @Setting(
              defaultValue = "5",
              meaning = "Timeouts in a row after which the window is the smallest.")
          int retransmitReset) {

    private static final Range RANGE = new Range("Swift");

    /** Checks that each value is one that the algorithm can work with. */
    public Settings {
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
}
