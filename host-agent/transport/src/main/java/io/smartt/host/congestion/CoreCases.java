package io.smartt.host.congestion;

/**
 * The four core cases of SMaRTT (Algorithm 1, Sec. Core Cases Deep Dive): which way the window
 * moves when neither QuickAdapt nor FastIncrease acts. The load balancer learns of ECN marks from
 * the transport in every case.
 *
 * <p>An RTT equal to the target, which Algorithm 1 leaves open, counts as below it.
 */
final class CoreCases {
  private final SmarttParameters parameters;

  CoreCases(SmarttParameters parameters) {
    this.parameters = parameters;
  }

  void apply(SmarttState flow, long nowPs, int size, long rttPs, boolean ecn) {
    boolean late = rttPs > parameters.trttPs();
    switch (parameters.settings().signals()) {
      case BOTH -> both(flow, nowPs, size, rttPs, ecn, late);
      case ECN -> ecnOnly(flow, size, ecn);
      case DELAY -> delayOnly(flow, nowPs, size, rttPs, late);
    }
  }

  private void both(SmarttState flow, long nowPs, int size, long rttPs, boolean ecn, boolean late) {
    if (ecn && late) {
      multiplicativeDecrease(flow, nowPs);
    } else if (!ecn && late) {
      fairIncrease(flow, size);
    } else if (!ecn) {
      proportionalIncrease(flow, size, rttPs);
    } else if (parameters.settings().decreaseOnEarlyMark()) {
      markDecrease(flow, size);
    }
  }

  private void ecnOnly(SmarttState flow, int size, boolean ecn) {
    if (ecn) {
      markDecrease(flow, size);
    } else {
      fairIncrease(flow, size);
    }
  }

  private void delayOnly(SmarttState flow, long nowPs, int size, long rttPs, boolean late) {
    if (late) {
      multiplicativeDecrease(flow, nowPs);
    } else {
      proportionalIncrease(flow, size, rttPs);
    }
  }

  /** Equation 1, at most once a base RTT. An average not above the target decreases nothing. */
  void multiplicativeDecrease(SmarttState flow, long nowPs) {
    double excess = flow.avgRtt - parameters.trttPs();
    if (excess <= 0 || nowPs - flow.lastDecrease < parameters.decreasePeriodPs()) {
      return;
    }
    SmarttSettings settings = parameters.settings();
    double whole =
        switch (settings.decreaseBy()) {
          case RTT -> flow.avgRtt;
          case QUEUEING -> flow.avgRtt - parameters.brttPs();
        };
    double factor = 1 - excess / whole * settings.decreaseGain();
    flow.cwnd *= Math.max(settings.decreaseFloor(), factor);
    flow.lastDecrease = nowPs;
  }

  /** Equation 2. */
  void fairIncrease(SmarttState flow, int size) {
    flow.cwnd += perWindow(flow, size) * parameters.mtuBytes() * parameters.fi();
  }

  /** Equation 3, followed by a fair increase. */
  void proportionalIncrease(SmarttState flow, int size, long rttPs) {
    double room = (double) (parameters.trttPs() - rttPs) / rttPs;
    flow.cwnd +=
        Math.min(size, room * perWindow(flow, size) * parameters.mtuBytes() * parameters.pi());
    if (parameters.settings().fairAfterProportional()) {
      fairIncrease(flow, size);
    }
  }

  /** {@code p.size / cwnd}; a paced window below one MTU grows by as much a packet as one MTU. */
  private double perWindow(SmarttState flow, int size) {
    return size / Math.max(flow.cwnd, parameters.mtuBytes());
  }

  /** The reaction of the paper's baseline to a mark (Sec. SMaRTT Congestion Signals). */
  private void markDecrease(SmarttState flow, int size) {
    flow.cwnd =
        Math.max(
            parameters.minWindowBytes(), flow.cwnd - size * parameters.settings().markDecrease());
  }
}
