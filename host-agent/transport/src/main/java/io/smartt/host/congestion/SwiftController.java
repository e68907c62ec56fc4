package io.smartt.host.congestion;

/**
 * Swift (Kumar et al., SIGCOMM 2020), Algorithm 1, on the fabric window; hosts here add no delay of
 * their own, so there is no endpoint window. Its fast recovery handles trimmed packets. Allocates
 * nothing per call.
 */
public final class SwiftController implements CongestionController {
  private final SwiftParameters parameters;
  private double cwnd;
  private long rtt;
  private long lastDecreasePs;
  private int retransmits;

  SwiftController(SwiftParameters parameters) {
    this.parameters = parameters;
    cwnd = parameters.bounds().initialBytes();
    rtt = parameters.bounds().baseRttPs();
    lastDecreasePs = -rtt;
  }

  @Override
  public void onAck(long nowPs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes) {
    retransmits = 0;
    if (rttPs == RTT_UNKNOWN) {
      return;
    }
    rtt = rttPs;
    SwiftSettings settings = parameters.settings();
    WindowBounds bounds = parameters.bounds();
    double targetPs = parameters.target().delayPs(cwnd / bounds.mtuBytes());
    if (rttPs < targetPs) {
      double increase = settings.additiveIncrease() * ackedBytes;
      cwnd += cwnd >= bounds.mtuBytes() ? increase * bounds.mtuBytes() / cwnd : increase;
      cwnd = bounds.clamp(cwnd);
    } else {
      double excess = (rttPs - targetPs) / rttPs;
      decrease(nowPs, Math.max(1 - settings.decreaseGain() * excess, 1 - settings.maxDecrease()));
    }
  }

  @Override
  public void onTrim(long nowPs, int frameBytes, long inFlightBytes) {
    retransmits = 0;
    decrease(nowPs, 1 - parameters.settings().maxDecrease());
  }

  @Override
  public void onTimeout(long nowPs, int frameBytes, long inFlightBytes) {
    if (++retransmits >= parameters.settings().retransmitReset()) {
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
