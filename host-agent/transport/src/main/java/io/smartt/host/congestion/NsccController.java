package io.smartt.host.congestion;

/**
 * NSCC of Ultra Ethernet, as the reference simulator or as the specification has it ({@link
 * NsccRules}): the four cases, QuickAdapt and FastIncrease of SMaRTT with other formulas. It
 * differs from {@link Smartt.Controller} in that queueing delay is compared instead of RTT;
 * increases are summed up and applied each 8 packets or base RTT; a fixed amount is added every
 * base RTT; the decrease weighs the average delay; FastIncrease adds in proportion to bytes;
 * QuickAdapt needs few bytes received and ignores only signs of congestion.
 */
public final class NsccController implements CongestionController {
  private static final int PENALTY_ONE = 128;

  private final NsccParameters parameters;

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

  NsccController(NsccParameters parameters) {
    this.parameters = parameters;
    cwnd = parameters.initialWindowBytes();
    baseRttPs = parameters.baseRttPs();
    maxWindowBytes = parameters.maxWindowBytes();
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
    long delay = rttPs == RTT_UNKNOWN ? (long) avgDelayPs : rttPs - baseRttPs;
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
      increase += ackedBytes * parameters.fi();
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
    return parameters.rules() == NsccRules.SPECIFICATION;
  }

  private void lowerBaseRtt(long rttPs) {
    if (rttPs < baseRttPs) {
      baseRttPs = rttPs;
      maxWindowBytes =
          Math.max(
              parameters.mtuBytes(),
              Math.round(NsccParameters.MAX_WINDOW_BDPS * Bdp.exact(rttPs, parameters.linkBps())));
    }
  }

  private void average(long nowPs, double delayPs) {
    double gain =
        isSpecified()
            ? Math.min(1, (nowPs - lastDelayPs) / (double) baseRttPs)
            : NsccParameters.AVERAGE_GAIN;
    avgDelayPs += (delayPs - avgDelayPs) * gain;
    lastDelayPs = nowPs;
  }

  /**
   * Once a period: little was received, and trims since the last time or a long delay say why. The
   * signs of congestion of what was in flight when it last acted are ignored; what met none is not.
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
          && receivedInPeriod < maxWindowBytes / NsccParameters.GATE_SHARE) {
        cwnd = Math.max(receivedInPeriod, parameters.mtuBytes());
        bytesToIgnore = inFlightBytes;
        bytesIgnored = 0;
        triggerQa = false;
        done = true;
      }
      receivedInPeriod = 0;
      periodEndPs = nowPs + baseRttPs + parameters.targetDelayPs();
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
      double factor = 1 - NsccParameters.DECREASE_GAIN * excess / avgDelayPs;
      cwnd *= Math.max(NsccParameters.DECREASE_FLOOR, factor);
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
      cwnd += ackedBytes * parameters.fastScale();
    } else {
      increase += ackedBytes * parameters.alpha() * (parameters.targetDelayPs() - delayPs);
    }
  }

  private void adjust(long nowPs) {
    boolean enough =
        receivedSinceAdjust > (long) NsccParameters.ADJUST_PACKETS * parameters.mtuBytes();
    if (!enough && nowPs - lastEtaPs <= parameters.baseRttPs()) {
      return;
    }
    cwnd += increase / cwnd;
    if (nowPs - lastEtaPs >= parameters.baseRttPs()) {
      cwnd += parameters.eta();
      lastEtaPs = nowPs;
    }
    increase = 0;
    receivedSinceAdjust = 0;
  }

  private void clamp() {
    cwnd = Math.clamp(cwnd, (double) parameters.mtuBytes(), (double) maxWindowBytes);
  }
}
