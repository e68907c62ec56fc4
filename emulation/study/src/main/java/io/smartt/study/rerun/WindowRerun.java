package io.smartt.study.rerun;

import module java.base;

import io.smartt.experiment.ReplaySender;
import io.smartt.experiment.trace.analysis.FlowSeries.Points;
import io.smartt.experiment.trace.analysis.TraceAnalysis;
import io.smartt.experiment.trace.analysis.TraceAnalysis.FlowObserver;
import io.smartt.experiment.trace.analysis.TracedConnection;
import io.smartt.host.congestion.CongestionController;

/**
 * Feeds the ACKs and NACKs of each connection of a trace to congestion controllers, as its sender
 * got them, and keeps their windows. What was sent stays what was sent: the windows are what each
 * scheme would have made of the same answers.
 */
public final class WindowRerun implements TraceAnalysis.Watch {
  private final Map<String, ReplaySender> schemes;
  private final Map<Integer, RerunFlow> flows = new TreeMap<>();

  /**
   * Creates a rerun with schemes by the label of their curve; the first is the one that the trace
   * was recorded with, whose timeouts count.
   */
  public WindowRerun(Map<String, ReplaySender> schemes) {
    this.schemes = new LinkedHashMap<>(schemes);
  }

  @Override
  public FlowObserver observer(TracedConnection.Peers peers) {
    RerunFlow flow = new RerunFlow(schemes, peers);
    flows.put(peers.number(), flow);
    return flow;
  }

  @Override
  public Optional<TraceAnalysis.RetransmissionTimes> times(TracedConnection.Peers peers) {
    ReplaySender recorded = schemes.values().iterator().next();
    return Optional.of(recorded.times(peers.source(), peers.destination()));
  }

  /** The windows by number of the connection, in the order of the schemes. */
  public Map<Integer, List<WindowCurve>> windows() {
    Map<Integer, List<WindowCurve>> windows = new TreeMap<>();
    flows.forEach((number, flow) -> windows.put(number, flow.windows()));
    return windows;
  }

  /** Feeds the controllers of a connection what, by the trace, its sender learnt. */
  static final class RerunFlow implements FlowObserver {
    private final Map<WindowCurve, CongestionController> senders = new LinkedHashMap<>();

    RerunFlow(Map<String, ReplaySender> schemes, TracedConnection.Peers peers) {
      schemes.forEach((label, of) ->
          senders.put(new WindowCurve(label), of.controller(peers.source(), peers.destination())));
    }

    List<WindowCurve> windows() {
      return List.copyOf(senders.keySet());
    }

    private void answered(long timePs, Consumer<CongestionController> answer) {
      senders.forEach((window, controller) -> {
        answer.accept(controller);
        window.add(timePs, controller.windowBytes());
      });
    }

    @Override
    public void sent(long timePs, int frameBytes, long inFlightBytes) {
      senders.values().forEach(each -> each.onSent(timePs, frameBytes));
    }

    @Override
    public void marked(long timePs) {
      senders.values().forEach(each -> each.onMark(timePs));
    }

    @Override
    public void acknowledged(
        long timePs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes) {
      answered(timePs, each -> each.onAck(timePs, ackedBytes, rttPs, ecn, inFlightBytes));
    }

    @Override
    public void trimRtt(long rttPs) {
      if (rttPs != CongestionController.RTT_UNKNOWN) {
        senders.values().forEach(each -> each.onTrimRtt(rttPs));
      }
    }

    @Override
    public void trimmed(long timePs, int frameBytes, long inFlightBytes) {
      answered(timePs, each -> each.onTrim(timePs, frameBytes, inFlightBytes));
    }

    @Override
    public void trimmedLastHop(long timePs, int frameBytes, long inFlightBytes) {
      answered(timePs, each -> each.onLastHopTrim(timePs, frameBytes, inFlightBytes));
    }

    @Override
    public void timedOut(long timePs, int frameBytes, long inFlightBytes) {
      answered(timePs, each -> each.onTimeout(timePs, frameBytes, inFlightBytes));
    }
  }

  /**
   * A congestion window over time, one point an acknowledgement of new data, one a trim, and one a
   * timeout.
   */
  public static final class WindowCurve extends Points {
    private static final int BESIDES = 2;

    private final String label;

    /** An empty curve. */
    public WindowCurve(String label) {
      this.label = label;
    }

    /** Returns the label that says whose window it is. */
    public String label() {
      return label;
    }

    /**
     * The distance of a window from the nearest one of this curve in a time, in bytes. The two
     * points before and after that time are looked at too.
     */
    double distance(long fromPs, long toPs, double windowBytes) {
      double nearest = Double.POSITIVE_INFINITY;
      int last = Math.min(size(), first(toPs) + BESIDES);
      for (int i = Math.max(0, first(fromPs) - BESIDES); i < last; i++) {
        nearest = Math.min(nearest, Math.abs(value(i) - windowBytes));
      }
      return nearest;
    }
  }
}
