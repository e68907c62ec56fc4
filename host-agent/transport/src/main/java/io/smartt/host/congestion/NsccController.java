package io.smartt.host.congestion;

/**
 * NSCC as the Ultra Ethernet reference simulator has it: the four cases, QuickAdapt and
 * FastIncrease of SMaRTT with other formulas. It differs from {@link SmarttController} in that
 * queueing delay is compared instead of RTT; increases are summed up and applied each 8 packets or
 * base RTT; a fixed amount is added every base RTT; the decrease weighs the average delay;
 * FastIncrease adds in proportion to bytes; QuickAdapt needs few bytes received and ignores only
 * signs of congestion.
 */
public final class NsccController implements CongestionController {
  private final NsccParameters parameters;

  private double cwnd;
  private double increase;
  private double avgDelayPs;
  private long baseRttPs;
  private long maxWindowBytes;
  private long lastDecreasePs;
  private long lastAdjustPs;
  private long lastEtaPs;
  private long periodEndPs;
  private long receivedInPeriod;
  private long receivedSinceAdjust;
  private long bytesToIgnore;
  private long bytesIgnored;
  private long unhindered;
  private boolean triggerQa;
  private boolean fast;

  NsccController(NsccParameters parameters) {
    this.parameters = parameters;
    cwnd = parameters.maxWindowBytes();
    baseRttPs = parameters.baseRttPs();
    maxWindowBytes = parameters.maxWindowBytes();
    lastDecreasePs = -baseRttPs - 1;
  }

  @Override
  public void onAck(long nowPs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes) {
    if (rttPs != RTT_UNKNOWN && rttPs < baseRttPs) {
      lowerBaseRtt(rttPs);
    }
    long delay = rttPs == RTT_UNKNOWN ? (long) avgDelayPs : rttPs - baseRttPs;
    boolean late = delay >= parameters.targetDelayPs();
    // The delay of a packet that met no mark is held to be out of date.
    average(!ecn && late ? 0.25 * baseRttPs : (double) delay);
    receivedInPeriod += ackedBytes;
    receivedSinceAdjust += ackedBytes;
    boolean ignoring = ignores(ackedBytes);
    if (delay > NsccParameters.TRIGGER_DELAY_TARGETS * parameters.targetDelayPs()) {
      triggerQa = true;
    }
    if (!ignoring && quickAdapt(nowPs, inFlightBytes)) {
      return;
    }
    if (ignoring && ecn) {
      increase = 0;
    } else if (ecn && late) {
      decrease(nowPs);
    } else if (!ecn && late) {
      increase += ackedBytes * parameters.fi();
    } else if (!ecn) {
      proportional(ackedBytes, delay);
    }
    adjust(nowPs);
    clamp();
  }

  @Override
  public void onTrim(long nowPs, int frameBytes, long inFlightBytes) {
    average((double) parameters.baseRttPs());
    if (ignores(frameBytes)) {
      increase = 0;
      return;
    }
    triggerQa = true;
    if (!quickAdapt(nowPs, inFlightBytes)) {
      cwnd -= frameBytes;
      clamp();
    }
  }

  @Override
  public void onTimeout(long nowPs, int frameBytes, long inFlightBytes) {
    if (!ignores(frameBytes)) {
      cwnd -= frameBytes;
      clamp();
    }
  }

  @Override
  public long windowBytes() {
    return (long) cwnd;
  }

  private void lowerBaseRtt(long rttPs) {
    baseRttPs = rttPs;
    double bdp = Bdp.exact(rttPs, parameters.linkBps());
    maxWindowBytes =
        Math.max(parameters.mtuBytes(), Math.round(NsccParameters.MAX_WINDOW_BDPS * bdp));
  }

  private void average(double delayPs) {
    avgDelayPs += (delayPs - avgDelayPs) * NsccParameters.AVERAGE_GAIN;
  }

  private boolean ignores(int bytes) {
    if (bytesIgnored >= bytesToIgnore) {
      return false;
    }
    bytesIgnored += bytes;
    return bytesIgnored < bytesToIgnore;
  }

  /** Once a period: little was received, and trims or a long delay say why. */
  private boolean quickAdapt(long nowPs, long inFlightBytes) {
    if (nowPs < periodEndPs) {
      return false;
    }
    boolean adapts =
        periodEndPs != 0
            && triggerQa
            && receivedInPeriod < maxWindowBytes / NsccParameters.GATE_SHARE;
    if (adapts) {
      cwnd = Math.max(receivedInPeriod, parameters.mtuBytes());
      bytesToIgnore = inFlightBytes;
      bytesIgnored = 0;
      increase = 0;
      clamp();
    }
    triggerQa = false;
    receivedInPeriod = 0;
    periodEndPs = nowPs + baseRttPs + parameters.targetDelayPs();
    return adapts;
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
    if (delayPs >= NsccParameters.FAST_DELAY_PS) {
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
    if (enough || nowPs - lastAdjustPs > parameters.baseRttPs()) {
      cwnd += increase / cwnd;
      increase = 0;
      receivedSinceAdjust = 0;
      lastAdjustPs = nowPs;
    }
    if (nowPs - lastEtaPs > parameters.baseRttPs()) {
      cwnd += parameters.eta();
      lastEtaPs = nowPs;
    }
  }

  private void clamp() {
    cwnd = Math.clamp(cwnd, (double) parameters.mtuBytes(), (double) maxWindowBytes);
  }
}
