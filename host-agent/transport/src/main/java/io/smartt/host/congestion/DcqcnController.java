package io.smartt.host.congestion;

/**
 * DCQCN's reaction point (Zhu et al., SIGCOMM 2015, Sec. 3.1 and Fig. 7): a rate, which starts at
 * the link's. A congestion notification cuts it (Equation 1); a timer and a byte counter raise it
 * again, by fast recovery, then additive, then hyper increase (Equations 3 and 4). It holds no
 * window: what is in flight is bounded by the rate and by PFC.
 *
 * <p>Timers are worked off when something happens. Allocates nothing per call.
 */
public final class DcqcnController implements CongestionController {
  private final DcqcnParameters path;
  private double rateBps;
  private double targetBps;
  private double alpha;
  private long alphaDuePs;
  private long increaseDuePs;
  private long countedBytes;
  private int timerSteps;
  private int byteSteps;
  private boolean notified;

  DcqcnController(DcqcnParameters path) {
    this.path = path;
    rateBps = path.linkBps();
    targetBps = path.linkBps();
    alpha = path.initialAlpha();
  }

  /** A congestion notification (CNP): Equation 1, and recovery begins anew. */
  @Override
  public void onMark(long nowPs) {
    advance(nowPs);
    targetBps = rateBps;
    rateBps = Math.max(path.minBps(), rateBps * (1 - alpha / 2));
    alpha = (1 - path.gain()) * alpha + path.gain();
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
      alpha *= periods == 1 ? 1 - path.gain() : Math.pow(1 - path.gain(), (double) periods);
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
    int fast = path.fastRecoverySteps();
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

  /** Does nothing: over PFC a loss is no congestion. */
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

  double rateBps() {
    return rateBps;
  }

  double targetBps() {
    return targetBps;
  }

  double alpha() {
    return alpha;
  }
}
