package io.smartt.host.agent.daemon;

import module java.base;

import io.netty.channel.EventLoop;
import io.smartt.host.agent.HostAgent;
import io.smartt.host.agent.v1.Counters;
import io.smartt.host.agent.v1.Delivery;
import io.smartt.host.agent.v1.Flow;
import io.smartt.host.agent.v1.FlowFailed;
import io.smartt.host.agent.v1.FlowFinished;
import io.smartt.host.agent.v1.FlowStarted;
import io.smartt.host.agent.v1.Report;
import io.smartt.host.congestion.CongestionController;
import io.smartt.host.transport.TransportListener;
import org.jspecify.annotations.Nullable;

/**
 * Events of the flows of a shard, gathered into reports: events leave as soon as the loop is done
 * with the frame that brought them, samples when {@link #report} is called. Allocates nothing per
 * acknowledgement but what {@link AgentFlow.SampleBuffer} needs to grow. For the event loop.
 */
final class FlowEvents implements TransportListener {
  private final EventLoop loop;
  private final Map<Long, AgentFlow> flows;
  private final long sampleIntervalPs;
  private final Reports reports;
  private final int shard;
  private @Nullable AgentFlow[] byConnection = new AgentFlow[16];
  private Report.Builder next = Report.newBuilder();
  private boolean hurried;
  private boolean failed;
  private @Nullable HostAgent host;

  FlowEvents(
      EventLoop loop,
      Map<Long, AgentFlow> flows,
      long sampleIntervalPs,
      Reports reports,
      int shard) {
    this.loop = loop;
    this.reports = reports;
    this.shard = shard;
    this.flows = flows;
    this.sampleIntervalPs = sampleIntervalPs;
  }

  void connect(HostAgent newHost) {
    host = newHost;
  }

  private HostAgent host() {
    return Objects.requireNonNull(host, "not connected");
  }

  private Counters counters() {
    return CounterMessages.of(host());
  }

  void started(AgentFlow flow, long nowPs, int connection, long message) {
    flow.state = Flow.State.RUNNING;
    flow.startPs = nowPs;
    flow.connection = connection;
    flow.messageId = message;
    if (connection >= byConnection.length) {
      byConnection = Arrays.copyOf(byConnection, Math.max(connection + 1, 2 * byConnection.length));
    }
    byConnection[connection] = flow;
    next.addStarted(
        FlowStarted.newBuilder().setFlowId(flow.id()).setTimePs(nowPs).setMessageId(message));
    hurry();
  }

  @Override
  public void messageCompleted(long nowPs, int connection, long messageId) {
    AgentFlow flow = of(connection);
    if (flow != null) {
      flow.state = Flow.State.FINISHED;
      flow.endPs = nowPs;
      flow.counters = CounterMessages.of(host().endpoint().counters(connection));
      next.addFinished(
          FlowFinished.newBuilder()
              .setFlowId(flow.id())
              .setTimePs(nowPs)
              .setCounters(flow.counters));
      hurry();
    }
  }

  @Override
  public void messageDelivered(long nowPs, int sourceIpv4, long messageId, long sizeBytes) {
    next.addDelivered(
        Delivery.newBuilder()
            .setSourceIpv4(sourceIpv4)
            .setMessageId(messageId)
            .setSizeBytes(sizeBytes)
            .setTimePs(nowPs));
    hurry();
  }

  @Override
  public void connectionFailed(
      long nowPs, int connection, TransportListener.ConnectionFailure why) {
    AgentFlow flow = of(connection);
    if (flow != null && flow.state == Flow.State.RUNNING) {
      flow.state = Flow.State.FAILED;
      flow.endPs = nowPs;
      flow.failure = why.name();
      next.addFailed(
          FlowFailed.newBuilder().setFlowId(flow.id()).setTimePs(nowPs).setReason(why.name()));
      hurry();
    }
    connectionClosed(nowPs, connection);
  }

  /** Reports once what a user's algorithm did wrong. */
  void failed(String why) {
    if (!failed) {
      failed = true;
      next.setAlgorithmFailure(why);
    }
  }

  @Override
  public void connectionClosed(long nowPs, int connection) {
    if (connection < byConnection.length) {
      byConnection[connection] = null;
    }
  }

  private @Nullable AgentFlow of(int connection) {
    return connection < byConnection.length ? byConnection[connection] : null;
  }

  @Override
  public void acknowledged(
      long nowPs, int connection, int payloadBytes, long windowBytes, long rttPs, boolean ecn) {
    AgentFlow flow = of(connection);
    if (flow != null) {
      flow.deliveredBytes += payloadBytes;
    }
    sample(nowPs, connection, windowBytes, rttPs == CongestionController.RTT_UNKNOWN ? 0 : rttPs);
  }

  @Override
  public void trimmed(long nowPs, int connection, long windowBytes) {
    sample(nowPs, connection, windowBytes, 0);
  }

  @Override
  public void timedOut(long nowPs, int connection, int packets, long windowBytes) {
    sample(nowPs, connection, windowBytes, 0);
  }

  private void sample(long nowPs, int connection, long windowBytes, long rttPs) {
    AgentFlow flow = reports.watchers() == 0 ? null : of(connection);
    if (flow != null) {
      flow.samples.add(nowPs, windowBytes, rttPs, flow.deliveredBytes, sampleIntervalPs);
    }
  }

  private void hurry() {
    if (!hurried) {
      hurried = true;
      loop.execute(this::report);
    }
  }

  /** Tells what is new. */
  void report() {
    hurried = false;
    if (reports.wantsSamples()) {
      addSamples();
    }
    reports.take(shard, next.setCounters(counters()).setTimePs(host().nowPs()).build());
    next = Report.newBuilder();
  }

  private void addSamples() {
    for (AgentFlow flow : flows.values()) {
      if (!flow.samples.isEmpty()) {
        next.addSamples(flow.samples.drain(flow.id()));
      }
    }
  }
}
