package io.smartt.experiment.traffic;

import module java.base;

import io.smartt.experiment.report.SampleSeries;
import io.smartt.host.congestion.CongestionController;
import io.smartt.host.transport.TransportListener;
import io.smartt.host.transport.TransportListener.ConnectionFailure;
import org.jspecify.annotations.Nullable;

/**
 * The flows that one host sends, by message and by connection, and what its endpoint reports of
 * them. Other hosts look their messages up, at any time. Allocates nothing per acknowledgement.
 */
public final class HostFlows implements TransportListener {
  private final Traffic traffic;
  private final Map<Long, FlowState> byMessage = new ConcurrentHashMap<>();
  private @Nullable FlowState[] byConnection = new FlowState[16];

  /**
   * The time that was skipped so far: the endpoint has the network's, and series have their own.
   */
  private long skippedPs;

  HostFlows(Traffic traffic) {
    this.traffic = traffic;
  }

  void skip(long ps) {
    skippedPs += ps;
  }

  void opened(FlowState flow, long messageId) {
    byMessage.put(messageId, flow);
    if (flow.connection >= byConnection.length) {
      byConnection =
          Arrays.copyOf(byConnection, Math.max(flow.connection + 1, byConnection.length * 2));
    }
    byConnection[flow.connection] = flow;
  }

  /** Called for a remote host: when a flow actually began, which may differ from its order. */
  public void began(int connection, long nowPs) {
    FlowState flow = connection < byConnection.length ? byConnection[connection] : null;
    if (flow != null) {
      flow.startPs = nowPs;
    }
  }

  /** Called for a remote host: a flow whose last acknowledgement came is whole at its receiver. */
  public void arrived(long messageId) {
    flowOf(messageId).delivered = true;
  }

  Optional<FlowState> find(long messageId) {
    return Optional.ofNullable(byMessage.get(messageId));
  }

  FlowState flowOf(long messageId) {
    FlowState flow = byMessage.get(messageId);
    if (flow == null) {
      throw new IllegalStateException("message " + messageId + " was not sent by this host");
    }
    return flow;
  }

  @Override
  public void messageCompleted(long nowPs, int connection, long messageId) {
    traffic.completed(flowOf(messageId), nowPs + skippedPs);
  }

  @Override
  public void messageDelivered(long nowPs, int sourceIpv4, long messageId, long sizeBytes) {
    traffic.delivered(nowPs + skippedPs, sourceIpv4, messageId);
  }

  @Override
  public void connectionFailed(long nowPs, int connection, ConnectionFailure why) {
    FlowState flow = connection < byConnection.length ? byConnection[connection] : null;
    if (flow != null) {
      traffic.failed(flow, why);
    }
  }

  @Override
  public void acknowledged(
      long nowPs, int connection, int payloadBytes, long windowBytes, long rttPs, boolean ecn) {
    FlowState flow = byConnection[connection];
    if (flow != null) {
      progressed(flow, nowPs, payloadBytes, windowBytes, rttPs);
    }
  }

  private static void progressed(
      FlowState flow, long nowPs, long payloadBytes, long windowBytes, long rttPs) {
    flow.acknowledgedBytes += payloadBytes;
    SampleSeries goodput = flow.goodput;
    if (goodput != null && payloadBytes > 0) {
      goodput.add(nowPs, payloadBytes);
    }
    window(flow, nowPs, windowBytes);
    if (rttPs != CongestionController.RTT_UNKNOWN) {
      flow.rtts.add(rttPs);
      sample(flow.rtt, nowPs, rttPs);
    }
  }

  @Override
  public void trimmed(long nowPs, int connection, long windowBytes) {
    FlowState flow = byConnection[connection];
    if (flow != null) {
      window(flow, nowPs, windowBytes);
    }
  }

  @Override
  public void timedOut(long nowPs, int connection, int packets, long windowBytes) {
    FlowState flow = byConnection[connection];
    if (flow != null) {
      window(flow, nowPs, windowBytes);
    }
  }

  /**
   * Called for a remote host: a sample of a flow.
   *
   * @param deliveredBytes payload that ACKs have covered since the flow began
   */
  public void sampled(
      long nowPs, int connection, long deliveredBytes, long windowBytes, long rttPs) {
    FlowState flow = byConnection[connection];
    if (flow != null) {
      long freshBytes = Math.max(0, deliveredBytes - flow.acknowledgedBytes);
      progressed(flow, nowPs, freshBytes, windowBytes, rttPs);
    }
  }

  private static void window(FlowState flow, long nowPs, long windowBytes) {
    sample(flow.window, nowPs, windowBytes);
    LongSupplier inFlightNow = flow.inFlightNow;
    if (inFlightNow != null) {
      sample(flow.inFlight, nowPs, inFlightNow.getAsLong());
    }
    look(flow.entropies, nowPs);
    look(flow.avoided, nowPs);
    FlowState.EntropyLook values = flow.values;
    if (values != null) {
      values.look(nowPs);
    }
  }

  private static void look(FlowState.@Nullable FlowLevel level, long nowPs) {
    if (level != null) {
      level.look(nowPs);
    }
  }

  private static void sample(@Nullable SampleSeries series, long nowPs, long value) {
    if (series != null) {
      series.record(nowPs, value);
    }
  }
}
