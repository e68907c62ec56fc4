package io.smartt.host.congestion;

/**
 * DCTCP (Alizadeh et al., SIGCOMM 2010; RFC 8257): alpha follows the share of bytes that were
 * marked, window by window, and at most once a window the congestion window loses half of alpha.
 * Slow start, avoidance and loss as in RFC 5681. Allocates nothing per call.
 */
public final class DctcpController implements CongestionController {
  private final DctcpSettings settings;
  private final WindowBounds bounds;
  private double cwnd;
  private double slowStartThreshold = Double.MAX_VALUE;
  private double alpha;
  private long ackedInWindow;
  private long markedInWindow;
  private long windowEndsAfter;
  private boolean reduced;

  DctcpController(DctcpSettings settings, WindowBounds bounds) {
    this.settings = settings;
    this.bounds = bounds;
    cwnd = bounds.initialBytes();
    alpha = settings.initialAlpha();
    windowEndsAfter = (long) cwnd;
  }

  @Override
  public void onAck(long nowPs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes) {
    ackedInWindow += ackedBytes;
    if (ecn) {
      markedInWindow += ackedBytes;
      reduce(1 - alpha / 2);
    } else if (cwnd < slowStartThreshold) {
      cwnd += ackedBytes;
    } else {
      cwnd += (double) ackedBytes * bounds.mtuBytes() / cwnd;
    }
    cwnd = bounds.clamp(cwnd);
    if (ackedInWindow >= windowEndsAfter) {
      endWindow(inFlightBytes);
    }
  }

  @Override
  public void onTrim(long nowPs, int frameBytes, long inFlightBytes) {
    reduce(0.5);
  }

  /** RFC 5681, Sec. 3.1: what was in flight halved, and the window of a restart. */
  @Override
  public void onTimeout(long nowPs, int frameBytes, long inFlightBytes) {
    slowStartThreshold = Math.max(cwnd / 2, 2.0 * bounds.mtuBytes());
    cwnd = bounds.minBytes();
    reduced = true;
  }

  @Override
  public long windowBytes() {
    return (long) cwnd;
  }

  /** Decreases the window, at most once a window. */
  private void reduce(double factor) {
    if (!reduced) {
      cwnd = bounds.clamp(cwnd * factor);
      slowStartThreshold = cwnd;
      reduced = true;
    }
  }

  /** A window has ended when what was in flight at its start has been acknowledged. */
  private void endWindow(long inFlightBytes) {
    double marked = (double) markedInWindow / ackedInWindow;
    alpha = (1 - settings.gain()) * alpha + settings.gain() * marked;
    ackedInWindow = 0;
    markedInWindow = 0;
    windowEndsAfter = Math.max(inFlightBytes, bounds.mtuBytes());
    reduced = false;
  }

  double alpha() {
    return alpha;
  }
}
