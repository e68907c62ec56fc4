package io.smartt.host.congestion;

import module java.base;

import io.smartt.host.settings.Setting;
import io.smartt.host.settings.SettingsGroup;

/** The congestion control of RoCEv2: makes {@link Controller}s. */
public final class Dcqcn implements CongestionScheme {
  /** Settings of DCQCN. */
  public static final SettingsGroup<Settings> SETTINGS =
      new SettingsGroup<>("dcqcn", Settings.class);

  /**
   * RoCEv2 as users choose it. RoCE NICs want packets in order, so there is one path; over PFC
   * nothing is lost and a pause may last long, so they wait milliseconds before they take silence
   * for loss.
   */
  public static final CongestionControl CONTROL =
      CongestionControl.of(
              "rocev2",
              "Zhu et al., SIGCOMM 2015; 802.1Qbb",
              List.of(SETTINGS),
              new WindowLimits(
                  0, 1, "DCQCN bounds the rate; PFC bounds what is in flight (its window informs)"),
              run -> new Dcqcn(run.settings().read(SETTINGS), run.dilation()))
          .withReceiver(
              run -> ReceiverSide.marking(markIntervalPs(run.settings().read(SETTINGS), run)))
          .withImplied((constants, trims) ->
              Map.of(
                  "load-balancer", "ecmp",
                  "trimming", "off",
                  "transport.timeout-base-rtts", "500"))
          .withPfc(values -> values.read(SETTINGS)::thresholds);

  private static final double PS_PER_US = 1e6;
  private static final double BPS_PER_MBPS = 1e6;

  private final Settings settings;
  private final double dilation;
  private final PerPath<Path> paths;

  /**
   * DCQCN with these settings.
   *
   * @param dilation by how much link rates are divided and times multiplied
   */
  public Dcqcn(Settings settings, double dilation) {
    this.settings = settings;
    this.dilation = dilation;
    paths = new PerPath<>(this::parameters);
  }

  @Override
  public CongestionController controller(long baseRttPs, long linkBps, int mtuBytes) {
    return new Controller(paths.of(baseRttPs, linkBps, mtuBytes));
  }

  private Path parameters(long baseRttPs, long linkBps, int mtuBytes) {
    return new Path(
        settings,
        ps(settings.alphaTimerUs()),
        ps(settings.increaseTimerUs()),
        Math.max(1, Math.round(dilation * settings.scaled(settings.byteCounterBytes(), linkBps))),
        bps(settings.additiveMbps(), linkBps),
        bps(settings.hyperMbps(), linkBps),
        Math.min((double) linkBps, bps(settings.minMbps(), linkBps)),
        linkBps,
        baseRttPs);
  }

  private static long markIntervalPs(Settings settings, CongestionContext run) {
    return Math.round(settings.notificationUs() * run.dilation() * PS_PER_US);
  }

  private long ps(double us) {
    return Math.max(1, Math.round(us * dilation * PS_PER_US));
  }

  private double bps(double mbps, long linkBps) {
    return settings.scaled(mbps * BPS_PER_MBPS, linkBps);
  }

  /**
   * DCQCN's reaction point (Zhu et al., SIGCOMM 2015, Sec. 3.1 and Fig. 7): a rate, which starts at
   * the link's. A congestion notification cuts it (Equation 1); a timer and a byte counter raise it
   * again, by fast recovery, then additive, then hyper increase (Equations 3 and 4). It holds no
   * window: what is in flight is bounded by the rate and by PFC.
   *
   * <p>Timers are worked off when something happens. Allocates nothing per call.
   */
  static final class Controller implements CongestionController {
    private final Path path;
    double rateBps;
    double targetBps;
    double alpha;
    private long alphaDuePs;
    private long increaseDuePs;
    private long countedBytes;
    private int timerSteps;
    private int byteSteps;
    private boolean notified;

    Controller(Path path) {
      this.path = path;
      rateBps = path.linkBps();
      targetBps = path.linkBps();
      alpha = path.settings().initialAlpha();
    }

    /** A congestion notification (CNP): Equation 1, and recovery begins anew. */
    @Override
    public void onMark(long nowPs) {
      advance(nowPs);
      targetBps = rateBps;
      rateBps = Math.max(path.minBps(), rateBps * (1 - alpha / 2));
      alpha = (1 - path.settings().gain()) * alpha + path.settings().gain();
      alphaDuePs = nowPs + path.alphaTimerPs();
      increaseDuePs = nowPs + path.increaseTimerPs();
      countedBytes = 0;
      timerSteps = 0;
      byteSteps = 0;
      notified = true;
    }

    @Override
    public void onSent(long nowPs, int frameBytes) {
      if (!notified) {
        return;
      }
      advance(nowPs);
      countedBytes += frameBytes;
      while (countedBytes >= path.byteCounterBytes()) {
        countedBytes -= path.byteCounterBytes();
        byteSteps++;
        increase();
      }
    }

    /** Works off the timers up to now. */
    private void advance(long nowPs) {
      if (!notified) {
        return;
      }
      if (alphaDuePs <= nowPs) {
        // Equation 2, once for each period without a notification.
        long periods = (nowPs - alphaDuePs) / path.alphaTimerPs() + 1;
        alpha *=
            periods == 1
                ? 1 - path.settings().gain()
                : Math.pow(1 - path.settings().gain(), (double) periods);
        alphaDuePs += periods * path.alphaTimerPs();
      }
      while (increaseDuePs <= nowPs && rateBps < path.linkBps()) {
        timerSteps++;
        increase();
        increaseDuePs += path.increaseTimerPs();
      }
      // At link rate there is nothing left to raise.
      increaseDuePs = Math.max(increaseDuePs, nowPs);
    }

    private void increase() {
      int fast = path.settings().fastRecoverySteps();
      int least = Math.min(timerSteps, byteSteps);
      if (Math.max(timerSteps, byteSteps) >= fast) {
        double step = least > fast ? (least - fast) * path.hyperBps() : path.additiveBps();
        targetBps = Math.min(path.linkBps(), targetBps + step);
      }
      rateBps = (rateBps + targetBps) / 2;
      // The mean nears the link's rate without end.
      if (path.linkBps() - rateBps < 1) {
        rateBps = path.linkBps();
      }
    }

    @Override
    public void onAck(long nowPs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes) {}

    @Override
    public void onTrim(long nowPs, int frameBytes, long inFlightBytes) {}

    /** Ignores the timeout: over PFC a loss is no congestion. */
    @Override
    public void onTimeout(long nowPs, int frameBytes, long inFlightBytes) {}

    @Override
    public boolean inOrder() {
      return true;
    }

    /** Returns true: the rate alone decides. */
    @Override
    public boolean maySend(long inFlightBytes, int frameBytes) {
      return true;
    }

    /** The bytes that the rate sends in a base RTT; bounds nothing. */
    @Override
    public long windowBytes() {
      return Math.round(Bdp.exact(path.baseRttPs(), rateBps));
    }

    @Override
    public long pacingBps() {
      return rateBps >= path.linkBps() ? UNPACED : Math.round(rateBps);
    }
  }

  /**
   * DCQCN's values for one path, shared by its flows.
   *
   * @param settings that they are made of
   * @param alphaTimerPs {@code K}
   * @param increaseTimerPs {@code T}
   * @param byteCounterBytes {@code B}
   * @param additiveBps {@code R_AI}
   * @param hyperBps {@code R_HAI}
   * @param minBps lowest rate
   * @param linkBps highest rate, and the first
   * @param baseRttPs of the path
   */
  record Path(
      Settings settings,
      long alphaTimerPs,
      long increaseTimerPs,
      long byteCounterBytes,
      double additiveBps,
      double hyperBps,
      double minBps,
      double linkBps,
      long baseRttPs) {}

  /**
   * Settings of DCQCN, after Zhu et al., "Congestion Control for Large-Scale RDMA Deployments",
   * SIGCOMM 2015, Sec. 3 (algorithm) and Sec. 5.2 and 6 (values, for links of 40 Gbps). Rates, the
   * byte counter and RED's thresholds grow with the link rate; times do not, they follow the
   * network's round-trip times.
   *
   * @param gain {@code g}: 1/256
   * @param initialAlpha 1, until the first notification
   * @param notificationUs {@code N}, a receiver notifies a sender once in so long at most: 50 us
   * @param alphaTimerUs {@code K}, alpha decays after so long without a notification: 55 us
   * @param increaseTimerUs {@code T}: 55 us
   * @param byteCounterBytes {@code B}: 10 MB
   * @param fastRecoverySteps {@code F}: 5
   * @param additiveMbps {@code R_AI}: 40 Mbps
   * @param hyperMbps {@code R_HAI}: open in the paper, which refers to QCN (802.1Qau); ten times
   *     the additive step, as there
   * @param minMbps open in the paper; one additive step
   * @param kminBytes {@code K_min}: 5 KB
   * @param kmaxBytes {@code K_max}: 200 KB
   * @param pmax {@code P_max}: 1 %
   * @param referenceGbps rate of the paper's links: 40 Gbps
   */
  public record Settings(
      @Setting(defaultValue = "0.00390625", meaning = "Weight of a notification in alpha (g).")
          double gain,
      @Setting(defaultValue = "1", meaning = "Alpha of a new connection.") double initialAlpha,
      @Setting(
              defaultValue = "50",
              meaning = "A receiver notifies the sender of a flow once in so many microseconds.")
          double notificationUs,
      @Setting(
              defaultValue = "55",
              meaning = "Alpha decays after so many microseconds without a notification.")
          double alphaTimerUs,
      @Setting(defaultValue = "55", meaning = "Microseconds between the timer's rate increases.")
          double increaseTimerUs,
      @Setting(
              defaultValue = "10000000",
              meaning = "Bytes between the byte counter's rate increases, at the reference rate.")
          double byteCounterBytes,
      @Setting(
              defaultValue = "5",
              meaning = "Increases by timer or byte counter that are fast recovery (F).")
          int fastRecoverySteps,
      @Setting(defaultValue = "40", meaning = "Additive increase, Mbps at the reference rate.")
          double additiveMbps,
      @Setting(defaultValue = "400", meaning = "Hyper increase, Mbps at the reference rate.")
          double hyperMbps,
      @Setting(defaultValue = "40", meaning = "Lowest rate of a flow, Mbps at the reference rate.")
          double minMbps,
      @Setting(
              defaultValue = "5000",
              meaning = "Bytes up to which RED marks nothing, at the reference rate.")
          double kminBytes,
      @Setting(
              defaultValue = "200000",
              meaning = "Bytes from which RED marks everything, at the reference rate.")
          double kmaxBytes,
      @Setting(defaultValue = "0.01", meaning = "Probability of a mark just before kmax.")
          double pmax,
      @Setting(defaultValue = "40", meaning = "Link rate that the other values are for, Gbps.")
          double referenceGbps) {

    private static final Range RANGE = new Range("DCQCN");

    /** Checks that each value is one that the algorithm can work with. */
    public Settings {
      RANGE.share("gain", gain);
      RANGE.between(0, 1, "initial alpha", initialAlpha);
      RANGE.atLeast(0, "notification interval", notificationUs);
      RANGE.above(0, "alpha timer", alphaTimerUs);
      RANGE.above(0, "increase timer", increaseTimerUs);
      RANGE.above(0, "byte counter", byteCounterBytes);
      RANGE.atLeast(1, "number of fast recovery steps", fastRecoverySteps);
      RANGE.atLeast(0, "additive increase", additiveMbps);
      RANGE.atLeast(0, "hyper increase", hyperMbps);
      RANGE.above(0, "lowest rate", minMbps);
      RANGE.atLeast(0, "kmin", kminBytes);
      RANGE.atLeast(kminBytes, "kmax", kmaxBytes);
      RANGE.share("pmax", pmax);
      RANGE.above(0, "reference rate", referenceGbps);
    }

    /** The RED thresholds of a queue before a link of this rate. */
    public RedMarking.Thresholds thresholds(long linkBps) {
      return new RedMarking.Thresholds(
          scaled(kminBytes, linkBps), scaled(kmaxBytes, linkBps), pmax);
    }

    /** A quantity for the reference rate, on a link of this rate. */
    public double scaled(double quantity, long linkBps) {
      return quantity * (double) linkBps / (referenceGbps * 1e9);
    }
  }
}
