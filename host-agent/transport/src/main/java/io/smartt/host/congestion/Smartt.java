package io.smartt.host.congestion;

import module java.base;

import io.smartt.host.settings.RecordSettings;
import io.smartt.host.settings.Setting;
import io.smartt.host.settings.SettingsGroup;

/**
 * SMaRTT, the paper's congestion control: {@link Controller} has Algorithms 1 to 4 and Equations 1
 * to 3 under the paper's names, {@link Path} the constants of Sec. Parameter Selection, {@link
 * Settings} what they come from. One instance makes the controllers of a network, which share what
 * connections of like paths have in common. Not for use by several threads.
 *
 * <p>Deviations, each a setting where the paper leaves a choice: an RTT equal to the target counts
 * as below it; Equation 1 decreases nothing while the average RTT is not above the target; trims in
 * the ignore phase are ignored, as the text has it and Algorithm 4 has not; trimmed bytes do not
 * count as acknowledged. Retransmission and the load balancer's path change are the transport's.
 */
public final class Smartt implements CongestionScheme {
  /** Settings of SMaRTT. */
  public static final SettingsGroup<Settings> SETTINGS =
      new SettingsGroup<>("smartt", Settings.class);

  /** SMaRTT as users choose it, or in its place NSCC, which was made from it. */
  public static final CongestionControl CONTROL =
      CongestionControl.of(
              "smartt",
              "the paper; with `--constants nscc` or `ue` NSCC, with formulas, entropies and"
                  + " acknowledgements of the Ultra Ethernet reference simulator or specification",
              List.of(SETTINGS),
              new WindowLimits(1, 1.5),
              Smartt::of)
          .withImplied(Nscc::implied);

  private final Settings settings;
  private final Network network;
  private final PerPath<Path> paths = new PerPath<>(this::path);

  /** SMaRTT in a trimming network whose paths are all alike. */
  public Smartt(Settings settings) {
    this(settings, new Network(OptionalLong.empty(), true));
  }

  /**
   * SMaRTT in a network.
   *
   * @param network that its connections are in
   */
  public Smartt(Settings settings, Network network) {
    this.settings = settings;
    this.network = network;
  }

  private static CongestionScheme of(CongestionContext run) {
    Settings settings = run.settings().read(SETTINGS);
    ConstantsOrigin constants = run.constants();
    if (constants != ConstantsOrigin.PAPER) {
      requireNoneBut("initial-window-bdps", settings, constants);
    }
    return switch (constants) {
      case PAPER ->
          new Smartt(settings, new Network(OptionalLong.of(run.networkRttPs()), run.trims()));
      case NSCC ->
          Nscc.simulated(
              run.payloadBytes(), run.networkRttPs(), run.dilation(), settings.initialWindowBdps());
      case UE -> Nscc.specified(run, settings.initialWindowBdps());
    };
  }

  /** Refuses settings of the paper's controller where another one runs. */
  private static void requireNoneBut(String allowed, Settings settings, ConstantsOrigin constants) {
    Settings only =
        RecordSettings.with(Settings.PAPER, allowed, Double.toString(settings.initialWindowBdps()));
    if (!settings.equals(only)) {
      throw new IllegalArgumentException(
          "constants are "
              + constants
              + ", to which of the settings smartt.* only smartt."
              + allowed
              + " applies; leave out the others, or the constants");
    }
  }

  @Override
  public CongestionController controller(long baseRttPs, long linkBps, int mtuBytes) {
    Path path = paths.of(baseRttPs, linkBps, mtuBytes);
    return settings.adjustment() == Adjustment.PACKET
        ? new Controller(path)
        : new PeriodicController(path);
  }

  private Path path(long baseRttPs, long linkBps, int mtuBytes) {
    return new Path(
        settings,
        network,
        baseRttPs,
        linkBps,
        mtuBytes,
        shorter -> paths.of(shorter, linkBps, mtuBytes));
  }

  /**
   * SMaRTT's control loop for one connection. Allocates nothing per call, except that a connection
   * whose base RTT is updated may be the first of that base RTT.
   */
  static sealed class Controller implements CongestionController permits PeriodicController {
    /** The constants of the path, shared with its other connections. */
    Path path;

    /** The congestion window, {@code cwnd}, in bytes. */
    double cwnd;

    /** The time at which the current QuickAdapt period ends; 0 before the first acknowledgement. */
    long end;

    /** The time of the last multiplicative decrease. */
    long lastDecrease;

    /** Average RTT in picoseconds. A float has the 24 bits that matter. */
    float avgRtt;

    /** Bytes acknowledged in the current QuickAdapt period. */
    int acked;

    /** Bytes in flight when QuickAdapt last acted. */
    int bytesToIgnore;

    /** Bytes reported since then. */
    int bytesIgnored;

    /** Bytes without any sign of congestion in a row. */
    int count;

    /** A trim was seen: adapt at the end of the period. */
    boolean triggerQa;

    /** FastIncrease is active. */
    boolean increase;

    Controller(Path path) {
      this.path = path;
      cwnd = path.initialWindowBytes;
      avgRtt = path.brtt;
      lastDecrease = -path.decreasePeriodPs;
    }

    // ---- Algorithm 1: core cases.

    /** Moves the window by ECN and delay where neither QuickAdapt nor FastIncrease acted. */
    void coreCases(long now, int size, long rtt, boolean ecn) {
      boolean late = rtt > path.trtt;
      switch (path.settings.signals()) {
        case BOTH -> {
          if (ecn && late) {
            multiplicativeDecrease(now);
          } else if (ecn) {
            if (path.settings.decreaseOnEarlyMark()) {
              markDecrease(size);
            }
          } else if (late) {
            fairIncrease(size);
          } else {
            proportionalIncrease(size, rtt);
          }
        }
        case ECN -> {
          if (ecn) {
            markDecrease(size);
          } else {
            fairIncrease(size);
          }
        }
        case DELAY -> {
          if (late) {
            multiplicativeDecrease(now);
          } else {
            proportionalIncrease(size, rtt);
          }
        }
      }
    }

    /** Equation 1, at most once a base RTT. An average not above the target decreases nothing. */
    void multiplicativeDecrease(long now) {
      double excess = avgRtt - path.trtt;
      if (excess <= 0 || now - lastDecrease < path.decreasePeriodPs) {
        return;
      }
      double whole =
          switch (path.settings.decreaseBy()) {
            case RTT -> avgRtt;
            case QUEUEING -> avgRtt - path.brtt;
          };
      double factor = 1 - excess / whole * path.settings.decreaseGain();
      cwnd *= Math.max(path.settings.decreaseFloor(), factor);
      lastDecrease = now;
    }

    /** Equation 2. */
    void fairIncrease(int size) {
      cwnd += perWindow(size) * path.mtu * path.fi;
    }

    /** Equation 3, followed by a fair increase. */
    void proportionalIncrease(int size, long rtt) {
      double room = (double) (path.trtt - rtt) / rtt;
      cwnd += Math.min(size, room * perWindow(size) * path.mtu * path.pi);
      if (path.settings.fairAfterProportional()) {
        fairIncrease(size);
      }
    }

    /** {@code p.size / cwnd}; a paced window below one MTU grows by as much a packet as one MTU. */
    private double perWindow(int size) {
      return size / Math.max(cwnd, path.mtu);
    }

    /** The reaction of the paper's baseline to a mark (Sec. SMaRTT Congestion Signals). */
    private void markDecrease(int size) {
      cwnd = Math.max(path.minWindowBytes, cwnd - size * path.settings.markDecrease());
    }

    // ---- Algorithm 2: QuickAdapt.

    /**
     * Once a target RTT, and only if heavy congestion was seen, sets the window to what was
     * acknowledged in that time; what is in flight then is ignored.
     *
     * @param unacked bytes in flight
     * @return whether the window was set
     */
    final boolean quickAdapt(long now, long unacked) {
      if (now < end) {
        return false;
      }
      boolean adapted = false;
      if (triggerQa && end != 0) {
        triggerQa = false;
        adapted = true;
        // A paced window below one MTU is not measured by what came in one period, and stays.
        double least = Math.max(path.minWindowBytes, Math.min(cwnd, path.mtu));
        cwnd = Math.max(acked * path.settings.quickAdaptScaling(), least);
        if (path.settings.ignorePhase()) {
          bytesToIgnore = (int) unacked;
          bytesIgnored = 0;
        }
        adapted();
      }
      end = now + path.trtt;
      acked = 0;
      return adapted;
    }

    /**
     * The trigger where the network does not trim (Sec. QuickAdapt without trimming): a high RTT
     * while little of the window was acknowledged in the period that ends now.
     */
    final void triggerOnDelay(long now, long rtt) {
      if (now >= end
          && path.looksAtDelay
          && end != 0
          && rtt > path.delayTriggerPs
          && acked < cwnd * path.settings.delayTriggerShare()) {
        triggerQa = true;
      }
    }

    // ---- Algorithm 3: FastIncrease.

    /**
     * Once a window's worth of bytes in a row met no congestion, adds {@code k} MTUs with each
     * acknowledgement until one does; returns whether the window grew.
     */
    final boolean fastIncrease(int size, long rtt, boolean ecn) {
      boolean close = !path.looksAtDelay || rtt <= path.closeRttPs;
      if (close && !(ecn && path.looksAtEcn)) {
        count += size;
        if (count > cwnd || increase) {
          cwnd += path.settings.fastIncreaseMtus() * path.mtu;
          increase = true;
          // Kept from running over while it stays active.
          count = (int) Math.min(count, path.maxWindowBytes);
        }
      } else {
        count = 0;
        increase = false;
      }
      return increase;
    }

    // ---- Algorithm 4: the loop, for an acknowledgement and for a trim.

    @Override
    public final void onAck(
        long nowPs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes) {
      long rtt = rttPs;
      if (rttPs == RTT_UNKNOWN) {
        rtt = (long) avgRtt;
      } else {
        path = path.after(rttPs);
      }
      Settings settings = path.settings;
      avgRtt += (float) ((rtt - avgRtt) * settings.averageGain());
      acked += ackedBytes;
      if (ignores(ackedBytes)) {
        return;
      }
      boolean adapted = false;
      if (settings.quickAdapt()) {
        triggerOnDelay(nowPs, rtt);
        adapted = quickAdapt(nowPs, inFlightBytes);
      }
      boolean increased = settings.fastIncrease() && fastIncrease(ackedBytes, rtt, ecn);
      if (!adapted && !increased) {
        coreCases(nowPs, ackedBytes, rtt, ecn);
      }
      clamp();
    }

    @Override
    public final void onTrim(long nowPs, int frameBytes, long inFlightBytes) {
      Settings settings = path.settings;
      if (settings.countTrimmed()) {
        acked += frameBytes;
      }
      boolean ignored = ignores(frameBytes);
      if (!ignored || !settings.ignoreTrims()) {
        cwnd -= lossBytes(frameBytes);
        triggerQa = true;
      }
      if (!ignored && settings.quickAdapt()) {
        quickAdapt(nowPs, inFlightBytes);
      }
      clamp();
    }

    /**
     * A timeout reduces the window as a trim does, and is ignored as one is. It does not trigger
     * QuickAdapt: it tells of congestion long past (Sec. QuickAdapt without trimming).
     */
    @Override
    public final void onTimeout(long nowPs, int frameBytes, long inFlightBytes) {
      Settings settings = path.settings;
      if (!ignores(frameBytes) || !settings.ignoreTimeouts()) {
        cwnd -= lossBytes(frameBytes);
        if (settings.timeoutsCutToFlight()) {
          cwnd = Math.min(cwnd, (double) inFlightBytes);
        }
      }
      clamp();
    }

    /** Counts bytes reported; returns whether they were in flight when QuickAdapt last acted. */
    private boolean ignores(int bytes) {
      if (bytesIgnored >= bytesToIgnore) {
        return false;
      }
      bytesIgnored += bytes;
      return bytesIgnored < bytesToIgnore;
    }

    /** The packet's size; of a paced window half of it at most, as Swift's pacer has it. */
    private double lossBytes(int frameBytes) {
      return path.settings.pacer() ? Math.min(frameBytes, cwnd / 2) : frameBytes;
    }

    /** The last line of Algorithm 4, also of steps that it leaves early. */
    private void clamp() {
      cwnd = Math.clamp(cwnd, path.minWindowBytes, (double) path.maxWindowBytes);
    }

    @Override
    public final long windowBytes() {
      return Math.max(1, (long) cwnd);
    }

    /** Window Size Bounds: a window below one MTU is one packet in more than one RTT. */
    @Override
    public final long pacingBps() {
      return cwnd >= path.mtu ? UNPACED : Math.max(1, (long) Bdp.bps(cwnd, avgRtt));
    }

    /** QuickAdapt set the window. */
    void adapted() {}
  }

  /**
   * SMaRTT whose core cases change the window less often than with each packet (Sec. Adjustment
   * Period), to spare a device the divisions. QuickAdapt and FastIncrease act at once all the same,
   * and so do decreases, which are rare already.
   */
  static final class PeriodicController extends Controller {
    private double gathered;
    private long lastPs;
    private int bytes;
    private int packets;

    PeriodicController(Path path) {
      super(path);
    }

    @Override
    void coreCases(long now, int size, long rtt, boolean ecn) {
      if (path.settings.adjustment() == Adjustment.SAMPLED) {
        sample(now, size, rtt, ecn);
      } else {
        accumulate(now, size, rtt, ecn);
      }
    }

    @Override
    void adapted() {
      gathered = 0;
      bytes = 0;
      packets = 0;
    }

    private void sample(long now, int size, long rtt, boolean ecn) {
      bytes += size;
      if (++packets >= path.settings.adjustmentPackets()) {
        super.coreCases(now, bytes, rtt, ecn);
        bytes = 0;
        packets = 0;
      }
    }

    private void accumulate(long now, int size, long rtt, boolean ecn) {
      double before = cwnd;
      super.coreCases(now, size, rtt, ecn);
      if (cwnd > before) {
        gathered += cwnd - before;
        cwnd = before;
      }
      if (now - lastPs >= path.brtt) {
        cwnd += gathered;
        gathered = 0;
        lastPs = now;
      }
    }
  }

  /**
   * Facts about the network that SMaRTT needs.
   *
   * @param longestRttPs base RTT of its longest path; a path's own counts if empty
   * @param trims whether switches trim what they have no room for
   */
  public record Network(OptionalLong longestRttPs, boolean trims) {}

  /**
   * SMaRTT's constants for one path (Sec. Parameter Selection), with the paper's names: times in
   * picoseconds, sizes in bytes. Shared by all connections of the path.
   */
  static final class Path {
    /** A base RTT is lowered in steps of this share, so that connections keep sharing. */
    private static final int STEPS = 256;

    final Settings settings;
    final long brtt;
    final long trtt;
    final int mtu;

    /** Lower bound of the window: one MTU, less with the pacer. */
    final double minWindowBytes;

    /** Upper bound of the window, at least one MTU. */
    final long maxWindowBytes;

    final long initialWindowBytes;

    /** Proportional increase constant, {@code brtt / (trtt - brtt)}, scaled. */
    final double pi;

    /** Fair increase constant, scaled. */
    final double fi;

    /** Least time between multiplicative decreases. */
    final long decreasePeriodPs;

    /** An RTT up to this is close to the base RTT. */
    final long closeRttPs;

    /** An RTT above this may trigger QuickAdapt; {@code Long.MAX_VALUE} if none does. */
    final long delayTriggerPs;

    final boolean looksAtDelay;
    final boolean looksAtEcn;

    private final LongFunction<Path> ofBaseRtt;
    private final long updatedBelowPs;

    /**
     * The constants of a path.
     *
     * @param network that it is in
     * @param ofBaseRtt this path with another base RTT
     */
    Path(
        Settings settings,
        Network network,
        long brtt,
        long linkBps,
        int mtu,
        LongFunction<Path> ofBaseRtt) {
      this.settings = settings;
      this.brtt = brtt;
      this.mtu = mtu;
      this.ofBaseRtt = ofBaseRtt;
      long networkRtt = network.longestRttPs().orElse(brtt);
      double bdp = Bdp.exact(brtt, linkBps);
      minWindowBytes = settings.pacer() ? settings.minWindowMtus() * mtu : mtu;
      maxWindowBytes = Math.max(mtu, Math.round(settings.maxWindowBdps() * bdp));
      initialWindowBytes =
          Math.clamp(Math.round(settings.initialWindowBdps() * bdp), mtu, maxWindowBytes);
      long queueing = settings.targetDelay().rtt(brtt, networkRtt);
      trtt = brtt + Math.round((settings.targetRttFactor() - 1) * queueing);
      double scale = settings.scaling() ? bdp / settings.referenceBdpBytes() : 1;
      if (settings.scaling() && !settings.fairIncrease()) {
        scale = scale * networkRtt / brtt;
      }
      pi = (double) brtt / (trtt - brtt) * scale;
      fi = settings.fairIncreaseMtus() * scale;
      decreasePeriodPs =
          Math.round(
              settings.decreasePeriodRtts() * settings.decreasePeriod().rtt(brtt, networkRtt));
      closeRttPs = Math.round((1 + settings.fastIncreaseTolerance()) * brtt);
      delayTriggerPs = delayTriggerPs(network.trims(), queueing);
      looksAtDelay = settings.signals() != Signals.ECN;
      looksAtEcn = settings.signals() != Signals.DELAY;
      updatedBelowPs =
          settings.baseRtt() == BaseRtt.UPDATED ? brtt - Math.max(1, brtt / STEPS) : Long.MIN_VALUE;
    }

    private long delayTriggerPs(boolean trims, long queueing) {
      return switch (settings.delayTrigger()) {
        case UNTRIMMED ->
            trims
                ? Long.MAX_VALUE
                : brtt + Math.round((settings.delayTriggerRtts() - 1) * queueing);
        case ALWAYS -> Math.round(settings.delayTriggerRtts() * brtt);
      };
    }

    /** This path for a connection that has seen this RTT, or one of a smaller base RTT. */
    Path after(long rtt) {
      return rtt < updatedBelowPs ? ofBaseRtt.apply(rtt) : this;
    }
  }

  /** The congestion signals that SMaRTT looks at (Sec. SMaRTT Congestion Signals). */
  public enum Signals {
    /** ECN and delay: the four core cases. */
    BOTH,

    /** ECN alone, packet by packet as MPRDMA. */
    ECN,

    /** Delay alone. */
    DELAY
  }

  /**
   * The scope of the base RTT that one of SMaRTT's constants counts in. The paper has one base RTT;
   * its "1.5 base RTTs" are "half-full queues" where a queue holds one BDP. On a path shorter than
   * the one that queues were sized for, these are two different things.
   */
  public enum RttScope {
    /** The path's own. */
    PATH,

    /** The base RTT of the longest path: the same time for every flow. */
    NETWORK;

    private long rtt(long path, long network) {
      return this == PATH ? path : network;
    }
  }

  /** The origin of a connection's base RTT (Sec. SMaRTT Design, Overview). */
  public enum BaseRtt {
    /** Measured at set-up, once per hop count: what the path is said to have. */
    PATH,

    /** The path's base RTT at first, then the smallest RTT that the connection has seen. */
    UPDATED
  }

  /**
   * The base of a decrease: the excess of the average RTT over the target counts as a share of it.
   */
  public enum DecreaseBy {
    /** The average RTT, as Equation 1 has it: a long path decreases less. */
    RTT,

    /** The queueing delay in it: one queue decreases all its flows alike. */
    QUEUEING
  }

  /** The places where a high RTT may trigger QuickAdapt (Sec. QuickAdapt without trimming). */
  public enum DelayTrigger {
    /**
     * Only where switches do not trim, as the paper says; the delay is measured against the
     * network's queues.
     */
    UNTRIMMED,

    /**
     * Everywhere, and against the path's own base RTT: as {@code --constants paper-2026-11} has it.
     */
    ALWAYS
  }

  /** The frequency at which the core cases change the window (Sec. Adjustment Period). */
  public enum Adjustment {
    /** One adjustment at every acknowledgement. */
    PACKET,

    /** One adjustment at every n-th acknowledgement, whose signals stand for the bytes of all n. */
    SAMPLED,

    /** Increases are summed up and take effect once a base RTT. */
    ACCUMULATED
  }

  /**
   * Settings of SMaRTT that hold for every path; {@link Path} derives a path's values from them.
   * {@link #PAPER} has the paper's values. What the paper leaves open is marked so, with the reason
   * for its default.
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
   *     values over all figures (docs/use/paper.md); the reference simulator adds 0.15 MTU a base
   *     RTT
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
   * @param averageGain open in the paper, 0.0125 as in the reference simulator: the best of a
   *     decade of values over all figures (docs/use/paper.md)
   * @param decreaseOnEarlyMark Sec. Load Balance Path Change compares both
   * @param markDecrease used by the variants {@code decreaseOnEarlyMark} and {@link Signals#ECN},
   *     of which the paper says only that its baseline is similar to MPRDMA: MPRDMA's half a packet
   * @param fastIncrease Sec. FastIncrease
   * @param fastIncreaseMtus {@code k} of Algorithm 3: 2
   * @param fastIncreaseTolerance open in the paper, a twelfth, which is the reference simulator's 1
   *     us at 12 us
   * @param quickAdapt Sec. QuickAdapt
   * @param quickAdaptScaling {@code qa_scaling}: 1
   * @param ignorePhase Sec. QuickAdapt, Fig. "QuickAdapt Ignore off and on"
   * @param ignoreTrims the text of Sec. QuickAdapt ignores all bytes in flight (the default),
   *     Algorithm 4 only acknowledgements
   * @param ignoreTimeouts Sec. QuickAdapt without trimming: "ignore such timeouts"
   * @param countTrimmed Algorithm 4 line 2 has it; the text says bytes that have been received,
   *     which is the default, for with trimmed bytes an incast is measured at the rate at which it
   *     is sent and never adapts
   * @param timeoutsCutToFlight false: a timeout takes its packet's size, as Algorithm 4 has it;
   *     true, of {@code paper-2026-11}, first brings a window that was not filled to what is in
   *     flight
   * @param delayTrigger Sec. QuickAdapt without trimming
   * @param delayTriggerRtts QuickAdapt without trimming; open in the paper, 1.75, a queue of one
   *     BDP three quarters full
   * @param delayTriggerShare open in the paper, a half: an 8 to 1 incast acknowledges just an
   *     eighth of each window, so that the reference simulator's eighth is a toss of a coin there
   * @param adjustment Sec. Adjustment Period
   * @param adjustmentPackets Sec. Adjustment Period: "even when sampling every 8 packets"
   * @param pacer Window Size Bounds: "a pacer-based solution"
   * @param minWindowMtus smallest window of the pacer; open in the paper, 0.01
   */
  public record Settings(
      @Setting(defaultValue = "1.5", meaning = "Target RTT, in base RTTs.") double targetRttFactor,
      @Setting(
              defaultValue = "network",
              meaning =
                  "Whose base RTT the target's queueing delay is a share of: path or network.")
          RttScope targetDelay,
      @Setting(
              most = 1e6,
              defaultValue = "1.5",
              meaning = "Largest window, in BDPs; Algorithm 4 has 1.")
          double maxWindowBdps,
      @Setting(most = 1e6, defaultValue = "1.5", meaning = "Window of a new connection, in BDPs.")
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
              most = 1e6,
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
      @Setting(
              defaultValue = "1",
              meaning = "What QuickAdapt multiplies its window by (qa_scaling).")
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
                  "Whether a timeout brings a window that was not filled to what is in flight"
                      + " first.")
          boolean timeoutsCutToFlight,
      @Setting(
              defaultValue = "untrimmed",
              meaning =
                  "Where a high RTT may trigger QuickAdapt: untrimmed, where switches do not trim;"
                      + " or always.")
          DelayTrigger delayTrigger,
      @Setting(
              most = 1e6,
              defaultValue = "1.75",
              meaning = "RTT, in base RTTs, above which QuickAdapt may act without a trim.")
          double delayTriggerRtts,
      @Setting(
              defaultValue = "0.5",
              meaning =
                  "Share of the window below which bytes acknowledged in a period let QuickAdapt"
                      + " act without a trim; 0 turns that off.")
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
    public static final Smartt.Settings PAPER = RecordSettings.defaults(Settings.class);

    /** Checks that each value is one that the algorithm can work with. */
    public Settings {
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
}
