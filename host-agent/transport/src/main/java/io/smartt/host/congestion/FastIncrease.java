package io.smartt.host.congestion;

/**
 * FastIncrease (Algorithm 2): once a window's worth of bytes in a row met no congestion, the window
 * grows by {@code k} MTUs with each acknowledgement until one does.
 */
final class FastIncrease {
  private final SmarttParameters parameters;
  private final boolean looksAtDelay;
  private final boolean looksAtEcn;

  FastIncrease(SmarttParameters parameters) {
    this.parameters = parameters;
    looksAtDelay = parameters.settings().signals() != Signals.ECN;
    looksAtEcn = parameters.settings().signals() != Signals.DELAY;
  }

  /** Takes one step, at an acknowledgement; returns whether the window grew. */
  boolean apply(SmarttState flow, int size, long rttPs, boolean ecn) {
    boolean close = !looksAtDelay || rttPs <= parameters.closeRttPs();
    if (close && !(ecn && looksAtEcn)) {
      flow.count += size;
      if (flow.count > flow.cwnd || flow.increase) {
        flow.cwnd += parameters.settings().fastIncreaseMtus() * parameters.mtuBytes();
        flow.increase = true;
        // Kept from running over while it stays active.
        flow.count = (int) Math.min(flow.count, parameters.maxWindowBytes() + size);
      }
    } else {
      flow.count = 0;
      flow.increase = false;
    }
    return flow.increase;
  }
}
