package io.smartt.host.congestion;

/**
 * QuickAdapt (Algorithm 3): once a target RTT, and only if heavy congestion was seen, the window
 * becomes what was acknowledged in that time; what is in flight then is ignored.
 */
final class QuickAdapt {
  private final SmarttParameters parameters;

  QuickAdapt(SmarttParameters parameters) {
    this.parameters = parameters;
  }

  /**
   * Takes one step, at an acknowledgement or a trim.
   *
   * @param unacked bytes in flight
   * @return whether the window was set
   */
  boolean adapt(SmarttState flow, long nowPs, long unacked) {
    if (nowPs < flow.end) {
      return false;
    }
    boolean adapted = false;
    if (flow.triggerQa && flow.end != 0) {
      flow.triggerQa = false;
      adapted = true;
      // A paced window below one MTU is not measured by what came in one period, and stays.
      double least =
          Math.max(parameters.minWindowBytes(), Math.min(flow.cwnd, parameters.mtuBytes()));
      flow.cwnd = Math.max(flow.acked * parameters.settings().quickAdaptScaling(), least);
      if (parameters.settings().ignorePhase()) {
        flow.bytesToIgnore = (int) unacked;
        flow.bytesIgnored = 0;
      }
    }
    flow.end = nowPs + parameters.trttPs();
    flow.acked = 0;
    return adapted;
  }

  /**
   * The trigger where the network does not trim (Sec. QuickAdapt without trimming): a high RTT
   * while little of the window was acknowledged in the period that ends now.
   */
  void triggerOnDelay(SmarttState flow, long nowPs, long rttPs) {
    if (nowPs >= flow.end
        && parameters.settings().signals() != Signals.ECN
        && flow.end != 0
        && rttPs > parameters.delayTriggerPs()
        && flow.acked < flow.cwnd * parameters.settings().delayTriggerShare()) {
      flow.triggerQa = true;
    }
  }
}
