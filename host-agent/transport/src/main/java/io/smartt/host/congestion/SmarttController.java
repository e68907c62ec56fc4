package io.smartt.host.congestion;

/**
 * SMaRTT's control loop (Algorithm 4): QuickAdapt, then FastIncrease, then the core cases. The
 * window is brought back within its bounds at the end of every step, also of those that Algorithm 4
 * leaves early.
 *
 * <p>Retransmission, which Algorithm 4 lists under trims, is the transport's. Allocates nothing per
 * call, except that a connection whose base RTT is updated may be the first of that base RTT.
 */
public sealed class SmarttController extends SmarttState implements CongestionController
    permits PeriodicSmarttController {
  private SmarttAlgorithms algorithms;

  SmarttController(SmarttAlgorithms algorithms) {
    this.algorithms = algorithms;
    SmarttParameters parameters = algorithms.parameters;
    cwnd = parameters.initialWindowBytes();
    avgRtt = parameters.brttPs();
    lastDecrease = -parameters.decreasePeriodPs();
  }

  @Override
  public final void onAck(long nowPs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes) {
    long rtt = rttPs;
    if (rttPs == RTT_UNKNOWN) {
      rtt = (long) avgRtt;
    } else {
      algorithms = algorithms.after(rttPs);
    }
    SmarttSettings settings = algorithms.parameters.settings();
    avgRtt += (float) ((rtt - avgRtt) * settings.averageGain());
    acked += ackedBytes;
    if (ignores(ackedBytes)) {
      return;
    }
    boolean adapted = false;
    if (settings.quickAdapt()) {
      algorithms.quickAdapt.triggerOnDelay(this, nowPs, rtt);
      adapted = quickAdapt(nowPs, inFlightBytes);
    }
    boolean increased =
        settings.fastIncrease() && algorithms.fastIncrease.apply(this, ackedBytes, rtt, ecn);
    if (!adapted && !increased) {
      coreCases(nowPs, ackedBytes, rtt, ecn);
    }
    clamp();
  }

  @Override
  public final void onTrim(long nowPs, int frameBytes, long inFlightBytes) {
    SmarttSettings settings = algorithms.parameters.settings();
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
    SmarttSettings settings = algorithms.parameters.settings();
    if (!ignores(frameBytes) || !settings.ignoreTimeouts()) {
      cwnd -= lossBytes(frameBytes);
      if (settings.timeoutsCutToFlight()) {
        cwnd = Math.min(cwnd, (double) inFlightBytes);
      }
    }
    clamp();
  }

  @Override
  public final long windowBytes() {
    return Math.max(1, (long) cwnd);
  }

  /** Window Size Bounds: a window below one MTU is one packet in more than one RTT. */
  @Override
  public final long pacingBps() {
    return cwnd >= algorithms.parameters.mtuBytes()
        ? UNPACED
        : Math.max(1, (long) Bdp.bps(cwnd, avgRtt));
  }

  /** Takes one step of the core cases. */
  void coreCases(long nowPs, int size, long rttPs, boolean ecn) {
    algorithms.coreCases.apply(this, nowPs, size, rttPs, ecn);
  }

  /** QuickAdapt set the window. */
  void adapted() {}

  final SmarttParameters parameters() {
    return algorithms.parameters;
  }

  private boolean quickAdapt(long nowPs, long inFlightBytes) {
    boolean set = algorithms.quickAdapt.adapt(this, nowPs, inFlightBytes);
    if (set) {
      adapted();
    }
    return set;
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
    return algorithms.parameters.settings().pacer() ? Math.min(frameBytes, cwnd / 2) : frameBytes;
  }

  private void clamp() {
    SmarttParameters parameters = algorithms.parameters;
    cwnd = Math.clamp(cwnd, parameters.minWindowBytes(), (double) parameters.maxWindowBytes());
  }
}
