package io.smartt.host.congestion;

import module java.base;

/** The scheme of {@link Controller}: {@code constants=nscc} and {@code constants=ue}. */
public final class Nscc implements CongestionScheme {
  /**
   * The environment of the controller in the Ultra Ethernet reference simulator (uet-htsim,
   * revision 40ccb05): 64 entropy values, of which random ones explore only where none can be
   * recycled, an acknowledgement each 16,384 bytes in any order of arrival, and no round-trip time
   * from packets sent more than twice.
   */
  private static final Map<String, String> SIMULATOR_SETTINGS =
      Map.of(
          "entropies", "64",
          "reps.explore-bdps", "0",
          "transport.ack-every-packets", "1024",
          "transport.ack-every-bytes", "16384",
          "transport.ack-out-of-order-at-once", "false",
          "transport.rtt-transmissions", "2");

  /**
   * The environment that the specification recommends: 256 entropy values (UE 1.0, Sec. 3.6.16.3)
   * and an acknowledgement each 16 KiB ({@code ACK_Gen_Trigger}).
   */
  private static final Map<String, String> SPECIFIED_SETTINGS =
      Map.of(
          "entropies", "256",
          "reps.explore-bdps", "0",
          "transport.ack-every-packets", "1024",
          "transport.ack-every-bytes", "16384",
          "transport.ack-out-of-order-at-once", "false");

  /** Packets that the last switch trims are marked as such (Sec. 3.6.12.3). */
  private static final Map<String, String> TRIMMED_QUEUES = Map.of("queue.last-hop-trims", "true");

  /**
   * The queues of a network that trims nothing: packets are dropped above 5 BDP and marked between
   * 0.2 and 0.8 BDP (Sec. 3.6.17).
   */
  private static final Map<String, String> UNTRIMMED_QUEUES =
      Map.of("queue.size", "5bdp", "queue.kmin", "4", "queue.kmax", "16");

  private final Constants constants;

  @FunctionalInterface
  private interface Constants {
    Parameters of(long linkBps, int mtuBytes);
  }

  private Nscc(Constants constants) {
    this.constants = constants;
  }

  /**
   * The reference simulator's NSCC for full packets of a payload.
   *
   * @param networkRttPs base RTT of the network's longest path, which every connection begins with;
   *     a shorter path's is learned from round-trip times
   * @param dilation factor by which times are multiplied
   * @param initialWindowBdps window of a new connection, in BDPs of that path
   */
  public static Nscc simulated(
      int payloadBytes, long networkRttPs, double dilation, double initialWindowBdps) {
    return new Nscc((linkBps, mtuBytes) ->
        Parameters.simulated(
            networkRttPs, linkBps, mtuBytes, payloadBytes, dilation, initialWindowBdps));
  }

  /**
   * The specification's NSCC, whose connections too begin with the network's base RTT.
   *
   * @param initialWindowBdps window of a new connection, in BDPs of the network's longest path
   */
  static Nscc specified(CongestionContext run, double initialWindowBdps) {
    return new Nscc((linkBps, mtuBytes) ->
        Parameters.specified(
            run, linkBps, mtuBytes, initialWindowBdps, Parameters.MAX_WINDOW_BDPS));
  }

  /** Settings that the constants imply, by name. */
  public static Map<String, String> implied(ConstantsOrigin constants, boolean trims) {
    return switch (constants) {
      case PAPER -> Map.of();
      case NSCC -> SIMULATOR_SETTINGS;
      case UE -> {
        Map<String, String> specified = new HashMap<>(SPECIFIED_SETTINGS);
        specified.putAll(trims ? TRIMMED_QUEUES : UNTRIMMED_QUEUES);
        yield Map.copyOf(specified);
      }
    };
  }

  @Override
  public CongestionController controller(long baseRttPs, long linkBps, int mtuBytes) {
    return new Controller(constants.of(linkBps, mtuBytes));
  }

  /**
   * NSCC of Ultra Ethernet, as the reference simulator or as the specification has it ({@link
   * Rules}): the four cases, QuickAdapt and FastIncrease of SMaRTT with other formulas. It differs
   * from {@link Smartt.Controller} in that queueing delay is compared instead of RTT; increases are
   * summed up and applied each 8 packets or base RTT; a fixed amount is added every base RTT; the
   * decrease weighs the average delay; FastIncrease adds in proportion to bytes; QuickAdapt needs
   * few bytes received and ignores only signs of congestion.
   *
   * <p>A user's scheme extends it where another delay than that of round-trip times is to count.
   */
  public static class Controller implements CongestionController {
    private static final int PENALTY_ONE = 128;

    private final Parameters parameters;

    private double cwnd;
    private double increase;
    private double avgDelayPs;
    private long baseRttPs;
    private long maxWindowBytes;
    private long lastDecreasePs;
    private long lastDelayPs;
    private long lastEtaPs;
    private long periodEndPs;
    private long receivedInPeriod;
    private long receivedSinceAdjust;
    private long bytesToIgnore;
    private long bytesIgnored;
    private long unhindered;
    private boolean triggerQa;
    private boolean fast;
    private boolean limited;
    private double savedCwnd;

    /**
     * The specification's controller of a connection, which begins with its largest window.
     *
     * @param maxWindowBdps largest window, in BDPs of the network's longest path; the
     *     specification's is 1.5
     */
    protected Controller(CongestionContext run, long linkBps, int mtuBytes, double maxWindowBdps) {
      this(Parameters.specified(run, linkBps, mtuBytes, maxWindowBdps, maxWindowBdps));
    }

    Controller(Parameters parameters) {
      this.parameters = parameters;
      cwnd = parameters.initialWindowBytes();
      baseRttPs = parameters.baseRttPs();
      maxWindowBytes = parameters.maxWindowBytes(baseRttPs);
    }

    /** The delay of queues: what an acknowledgement took more than the least time seen. */
    protected long queueingPs(long rttPs, long leastRttPs) {
      return rttPs - leastRttPs;
    }

    /** The round trip whose bytes QuickAdapt counts, to which the target is added. */
    protected long periodPs(long leastRttPs) {
      return leastRttPs;
    }

    @Override
    public void onAck(long nowPs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes) {
      boolean mayGrow = !ecn && !limited;
      limited = false;
      receivedInPeriod += ackedBytes;
      receivedSinceAdjust += ackedBytes;
      bytesIgnored += ackedBytes;
      if (rttPs != RTT_UNKNOWN) {
        lowerBaseRtt(rttPs);
      } else if (isSpecified()) {
        return;
      }
      long delay = rttPs == RTT_UNKNOWN ? (long) avgDelayPs : queueingPs(rttPs, baseRttPs);
      boolean late = delay >= parameters.targetDelayPs();
      if (rttPs != RTT_UNKNOWN) {
        // The simulator holds the delay of a packet that met no mark to be out of date.
        boolean outdated = !isSpecified() && !ecn && late;
        average(nowPs, outdated ? 0.25 * baseRttPs : (double) delay);
      }
      if (quickAdapt(nowPs, ecn, delay > parameters.triggerDelayPs(), inFlightBytes)) {
        return;
      }
      if (ecn && late) {
        decrease(nowPs);
      } else if (mayGrow && late) {
        increase += ackedBytes * parameters.steps().fi();
      } else if (mayGrow) {
        proportional(ackedBytes, delay);
      }
      clamp();
      adjust(nowPs);
      clamp();
    }

    /** Sec. 3.6.13.6, apply_cwnd_penalty; the simulator has no such thing. */
    @Override
    public void onDestination(int penalty, boolean restore, int ackedBytes, long inFlightBytes) {
      if (!isSpecified()) {
        return;
      }
      limited = penalty > 0;
      if (limited) {
        if (savedCwnd == 0) {
          savedCwnd = cwnd;
        }
        cwnd = Math.min(cwnd, (double) inFlightBytes) - (double) penalty * ackedBytes / PENALTY_ONE;
        clamp();
      } else if (restore && savedCwnd > 0) {
        cwnd = savedCwnd;
        savedCwnd = 0;
      }
    }

    @Override
    public void onTrimRtt(long rttPs) {
      lowerBaseRtt(rttPs);
    }

    @Override
    public void onTrim(long nowPs, int frameBytes, long inFlightBytes) {
      bytesIgnored += frameBytes;
      average(nowPs, (double) parameters.baseRttPs());
      triggerQa = true;
      if (!quickAdapt(nowPs, true, false, inFlightBytes)) {
        cwnd -= frameBytes;
        clamp();
      }
    }

    @Override
    public void onTimeout(long nowPs, int frameBytes, long inFlightBytes) {
      if (isSpecified()) {
        bytesIgnored += frameBytes;
      }
      cwnd -= frameBytes;
      clamp();
    }

    /**
     * The window has to have room for the whole frame in the simulator (uec.cpp:1130-1135), for the
     * longest one by the specification.
     */
    @Override
    public boolean maySend(long inFlightBytes, int frameBytes) {
      int room = isSpecified() ? parameters.mtuBytes() : frameBytes;
      return inFlightBytes + room <= windowBytes();
    }

    @Override
    public long windowBytes() {
      return (long) cwnd;
    }

    private boolean isSpecified() {
      return parameters.rules() == Rules.SPECIFICATION;
    }

    private void lowerBaseRtt(long rttPs) {
      if (rttPs < baseRttPs) {
        baseRttPs = rttPs;
        maxWindowBytes = parameters.maxWindowBytes(rttPs);
      }
    }

    private void average(long nowPs, double delayPs) {
      double gain =
          isSpecified()
              ? Math.min(1, (nowPs - lastDelayPs) / (double) baseRttPs)
              : Parameters.AVERAGE_GAIN;
      avgDelayPs += (delayPs - avgDelayPs) * gain;
      lastDelayPs = nowPs;
    }

    /**
     * Once a period: little was received, and trims since the last time or a long delay say why.
     * The signs of congestion of what was in flight when it last acted are ignored; what met none
     * is not.
     *
     * @param sign whether what came is a mark or a trim
     * @return whether nothing more is to be done
     */
    private boolean quickAdapt(long nowPs, boolean sign, boolean severe, long inFlightBytes) {
      boolean done = false;
      if (sign && bytesIgnored < bytesToIgnore) {
        done = true;
      } else if (nowPs > periodEndPs) {
        if (periodEndPs != 0
            && (triggerQa || severe)
            && receivedInPeriod < maxWindowBytes / Parameters.GATE_SHARE) {
          cwnd = Math.max(receivedInPeriod, parameters.mtuBytes());
          bytesToIgnore = inFlightBytes;
          bytesIgnored = 0;
          triggerQa = false;
          done = true;
        }
        receivedInPeriod = 0;
        periodEndPs = nowPs + periodPs(baseRttPs) + parameters.targetDelayPs();
      }
      if (done) {
        increase = 0;
        receivedSinceAdjust = 0;
      }
      return done;
    }

    private void decrease(long nowPs) {
      unhindered = 0;
      fast = false;
      double excess = avgDelayPs - parameters.targetDelayPs();
      if (excess > 0 && nowPs - lastDecreasePs > baseRttPs) {
        double factor = 1 - Parameters.DECREASE_GAIN * excess / avgDelayPs;
        cwnd *= Math.max(Parameters.DECREASE_FLOOR, factor);
        lastDecreasePs = nowPs;
      }
    }

    private void proportional(int ackedBytes, long delayPs) {
      if (delayPs >= parameters.fastDelayPs()) {
        unhindered = 0;
        fast = false;
      } else {
        unhindered += ackedBytes;
        fast |= unhindered > cwnd;
      }
      if (fast) {
        cwnd += ackedBytes * parameters.steps().fastScale();
      } else {
        increase +=
            ackedBytes * parameters.steps().alpha() * (parameters.targetDelayPs() - delayPs);
      }
    }

    private void adjust(long nowPs) {
      boolean enough =
          receivedSinceAdjust > (long) Parameters.ADJUST_PACKETS * parameters.mtuBytes();
      if (!enough && nowPs - lastEtaPs <= parameters.baseRttPs()) {
        return;
      }
      cwnd += increase / cwnd;
      if (nowPs - lastEtaPs >= parameters.baseRttPs()) {
        cwnd += parameters.steps().eta();
        lastEtaPs = nowPs;
      }
      increase = 0;
      receivedSinceAdjust = 0;
    }

    private void clamp() {
      cwnd = Math.clamp(cwnd, (double) parameters.mtuBytes(), (double) maxWindowBytes);
    }
  }

  /**
   * Constants of NSCC for a network, as the Ultra Ethernet reference simulator (uet-htsim, revision
   * 40ccb05) or the specification derives them.
   *
   * @param rules which of the two forms it is
   * @param baseRttPs round-trip time of the network's longest path, for all connections alike
   * @param linkBps rate of the links
   * @param mtuBytes longest frame; also the smallest window
   * @param maxWindowBdps 1.5, in BDPs of the least round-trip time seen
   * @param initialWindowBytes 1.5 BDP unless the user says otherwise ({@code -cwnd} in the
   *     simulator)
   * @param targetDelayPs queueing delay aimed at
   * @param triggerDelayPs queueing delay above which QuickAdapt may act without a trim; {@code
   *     Long.MAX_VALUE} for none
   * @param fastDelayPs queueing delay below which a path counts as empty
   * @param steps what the window grows by
   */
  record Parameters(
      Rules rules,
      long baseRttPs,
      long linkBps,
      int mtuBytes,
      double maxWindowBdps,
      long initialWindowBytes,
      long targetDelayPs,
      long triggerDelayPs,
      long fastDelayPs,
      Steps steps) {
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
     * @param dilation factor by which times are multiplied
     * @param initialWindowBdps window of a new connection
     */
    static Parameters simulated(
        long baseRttPs,
        long linkBps,
        int mtuBytes,
        int payloadBytes,
        double dilation,
        double initialWindowBdps) {
      long target = Math.round(0.75 * baseRttPs);
      return of(
          Rules.SIMULATOR,
          baseRttPs,
          linkBps,
          mtuBytes,
          payloadBytes,
          target,
          TRIGGER_DELAY_TARGETS * target,
          dilation,
          initialWindowBdps,
          MAX_WINDOW_BDPS);
    }

    long maxWindowBytes(long rttPs) {
      return Math.max(mtuBytes, Math.round(maxWindowBdps * Bdp.exact(rttPs, linkBps)));
    }

    /**
     * The constants that the specification recommends for a network (UE 1.0.3, Sec. 3.6.13.3 and
     * Table 3-82): a target of 0.75 base RTTs where switches trim and of one where they do not, and
     * there alone a delay, of four targets, that triggers QuickAdapt. Increases are measured in
     * full packets. "Delay about 0" is left open; the simulator's 1 us stands for it.
     *
     * @param initialWindowBdps window of a new connection
     */
    static Parameters specified(
        CongestionContext run,
        long linkBps,
        int mtuBytes,
        double initialWindowBdps,
        double maxWindowBdps) {
      long target = Math.round((run.trims() ? 0.75 : 1.0) * run.networkRttPs());
      return of(
          Rules.SPECIFICATION,
          run.networkRttPs(),
          linkBps,
          mtuBytes,
          mtuBytes,
          target,
          run.trims() ? Long.MAX_VALUE : TRIGGER_DELAY_TARGETS * target,
          run.dilation(),
          initialWindowBdps,
          maxWindowBdps);
    }

    private static Parameters of(
        Rules rules,
        long baseRttPs,
        long linkBps,
        int mtuBytes,
        int stepBytes,
        long targetPs,
        long triggerPs,
        double dilation,
        double initialWindowBdps,
        double maxWindowBdps) {
      double bdp = Bdp.exact(baseRttPs, linkBps);
      double a = bdp / REFERENCE_BDP_BYTES;
      double b = targetPs / (REFERENCE_RTT_PS * dilation);
      return new Parameters(
          rules,
          baseRttPs,
          linkBps,
          mtuBytes,
          maxWindowBdps,
          Math.max(mtuBytes, Math.round(initialWindowBdps * bdp)),
          targetPs,
          triggerPs,
          Math.round(FAST_DELAY_PS * dilation),
          new Steps(
              4.0 * stepBytes * a * b / targetPs,
              5.0 * stepBytes * a,
              0.15 * stepBytes * a,
              0.25 * a));
    }

    /**
     * The window's increases.
     *
     * @param alpha proportional increase, in bytes per picosecond of room, per window
     * @param fi fair increase, in bytes per window
     * @param eta bytes added once a base RTT
     * @param fastScale fast increase, in bytes per byte acknowledged
     */
    record Steps(double alpha, double fi, double eta, double fastScale) {}
  }

  /**
   * The two published forms of NSCC. Their cases and formulas are the same. They differ in what an
   * acknowledgement of an ambiguous transmission does, in the average of the queueing delay, in
   * what the ignore phase counts, and in when a packet may leave.
   */
  enum Rules {
    /**
     * The reference simulator (uet-htsim, revision 40ccb05, {@code uec.cpp}): an ambiguous
     * acknowledgement is taken at the average delay; the average moves by a fixed share with each
     * sample and takes 0.25 base RTTs for a late packet without a mark; packets leave while the
     * window is not full.
     */
    SIMULATOR,

    /**
     * The specification's pseudocode (UE 1.0, Sec. 3.6.13.5 and 3.6.13.6): an ambiguous
     * acknowledgement only counts bytes; timeouts count in the ignore phase; a packet leaves if a
     * full one more fits into the window. It leaves open how the delay is averaged, "over the last
     * base RTT": here each sample weighs as much as the time since the one before it, in base RTTs.
     */
    SPECIFICATION
  }
}
