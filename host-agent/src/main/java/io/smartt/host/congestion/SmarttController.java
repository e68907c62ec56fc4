package io.smartt.host.congestion;

/**
 * SMaRTT's control loop (Algorithm 4): QuickAdapt, then FastIncrease, then the core cases. The
 * window is brought back within its bounds at the end of every step, also of those that Algorithm 4
 * leaves early.
 *
 * <p>Retransmission, which Algorithm 4 lists under trims, is the transport's.
 */
public final class SmarttController extends SmarttState implements CongestionController {
  private final SmarttAlgorithms algorithms;

  SmarttController(SmarttAlgorithms algorithms) {
    this.algorithms = algorithms;
    cwnd = algorithms.parameters().initialWindowBytes();
    avgRtt = algorithms.parameters().brttPs();
    lastDecrease = -algorithms.parameters().brttPs();
  }

  @Override
  public void onAck(long nowPs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes) {
    long rtt = rttPs == RTT_UNKNOWN ? (long) avgRtt : rttPs;
    avgRtt += (float) ((rtt - avgRtt) * settings().averageGain());
    acked += ackedBytes;
    if (ignores(ackedBytes)) {
      return;
    }
    boolean adapted = false;
    if (settings().quickAdapt()) {
      algorithms.quickAdapt().triggerOnDelay(this, nowPs, rtt);
      adapted = algorithms.quickAdapt().adapt(this, nowPs, inFlightBytes);
    }
    boolean increased =
        settings().fastIncrease() && algorithms.fastIncrease().apply(this, ackedBytes, rtt, ecn);
    if (!adapted && !increased) {
      algorithms.coreCases().apply(this, nowPs, ackedBytes, rtt, ecn);
    }
    clamp();
  }

  @Override
  public void onTrim(long nowPs, int frameBytes, long inFlightBytes) {
    if (settings().countTrimmed()) {
      acked += frameBytes;
    }
    boolean ignored = ignores(frameBytes);
    if (!ignored || !settings().ignoreTrims()) {
      cwnd -= frameBytes;
      triggerQa = true;
    }
    if (!ignored && settings().quickAdapt()) {
      algorithms.quickAdapt().adapt(this, nowPs, inFlightBytes);
    }
    clamp();
  }

  /**
   * A timeout reduces the window as a trim does, and is ignored as one is. It does not trigger
   * QuickAdapt: it tells of congestion long past (Sec. QuickAdapt without trimming). A window that
   * the connection had not filled is first reduced to what it had in flight, or it would survive
   * the loss of everything.
   */
  @Override
  public void onTimeout(long nowPs, int frameBytes, long inFlightBytes) {
    if (!ignores(frameBytes) || !settings().ignoreTrims()) {
      cwnd = Math.min(cwnd - frameBytes, (double) inFlightBytes);
    }
    clamp();
  }

  @Override
  public long windowBytes() {
    return (long) cwnd;
  }

  /** Counts bytes heard of; whether they were in flight when QuickAdapt last acted. */
  private boolean ignores(int bytes) {
    if (bytesIgnored >= bytesToIgnore) {
      return false;
    }
    bytesIgnored += bytes;
    return bytesIgnored < bytesToIgnore;
  }

  private void clamp() {
    SmarttParameters parameters = algorithms.parameters();
    cwnd = Math.clamp(cwnd, (double) parameters.mtuBytes(), (double) parameters.maxWindowBytes());
  }

  private SmarttSettings settings() {
    return algorithms.parameters().settings();
  }
}
