package io.smartt.study.rerun;

import io.smartt.experiment.trace.analysis.TraceAnalysis.FlowObserver;
import io.smartt.host.congestion.CongestionController;

/** Feeds a congestion controller what, by the trace, its sender learnt. */
final class RerunFlow implements FlowObserver {
  private final CongestionController controller;
  private final WindowCurve window;

  RerunFlow(String label, CongestionController controller) {
    this.controller = controller;
    window = new WindowCurve(label);
  }

  WindowCurve window() {
    return window;
  }

  @Override
  public void sent(long timePs, int frameBytes, long inFlightBytes) {
    controller.onSent(timePs, frameBytes);
  }

  @Override
  public void marked(long timePs) {
    controller.onMark(timePs);
  }

  @Override
  public void acknowledged(
      long timePs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes) {
    controller.onAck(timePs, ackedBytes, rttPs, ecn, inFlightBytes);
    window.add(timePs, controller.windowBytes());
  }

  @Override
  public void trimRtt(long rttPs) {
    if (rttPs != CongestionController.RTT_UNKNOWN) {
      controller.onTrimRtt(rttPs);
    }
  }

  @Override
  public void trimmed(long timePs, int frameBytes, long inFlightBytes) {
    controller.onTrim(timePs, frameBytes, inFlightBytes);
    window.add(timePs, controller.windowBytes());
  }

  @Override
  public void trimmedLastHop(long timePs, int frameBytes, long inFlightBytes) {
    controller.onLastHopTrim(timePs, frameBytes, inFlightBytes);
    window.add(timePs, controller.windowBytes());
  }

  @Override
  public void timedOut(long timePs, int frameBytes, long inFlightBytes) {
    controller.onTimeout(timePs, frameBytes, inFlightBytes);
    window.add(timePs, controller.windowBytes());
  }
}
