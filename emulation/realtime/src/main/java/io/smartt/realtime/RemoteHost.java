package io.smartt.realtime;

import module java.base;

import io.smartt.base.topology.Host;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.report.FlowRecord.FlowCounters;
import io.smartt.experiment.report.FlowRecord.FlowEnds;
import io.smartt.experiment.traffic.HostFlows;
import io.smartt.experiment.traffic.Traffic;
import io.smartt.host.agent.v1.Counters;
import io.smartt.host.agent.v1.Delivery;
import io.smartt.host.agent.v1.Flow;
import io.smartt.host.agent.v1.FlowFailed;
import io.smartt.host.agent.v1.FlowFinished;
import io.smartt.host.agent.v1.FlowStarted;
import io.smartt.host.agent.v1.Incoming;
import io.smartt.host.agent.v1.ListFlowsResponse;
import io.smartt.host.agent.v1.Report;
import io.smartt.host.agent.v1.Samples;
import io.smartt.host.congestion.CongestionController;
import io.smartt.host.transport.TransportListener.ConnectionFailure;
import io.smartt.host.transport.TransportListener.IncomingMessages;

/**
 * A host in another process: passes its agent's reports to the traffic as an endpoint in this
 * process would. For the thread of the traffic.
 */
final class RemoteHost {
  private final Host host;
  private final Topology topology;
  private final Traffic traffic;
  private final Deliveries deliveries;
  private final Map<Long, Counters> ofFlows = new HashMap<>();
  private Counters all = Counters.getDefaultInstance();
  private List<Incoming> incoming = List.of();
  private int flows;

  RemoteHost(Host host, Topology topology, Traffic traffic, Deliveries deliveries) {
    this.host = host;
    this.topology = topology;
    this.traffic = traffic;
    this.deliveries = deliveries;
  }

  /** Returns a number for one more flow of this host. */
  int newFlow() {
    return flows++;
  }

  /** Returns the counters of the host's transport, as last reported. */
  Counters counters() {
    return all;
  }

  boolean settled(Counters counters) {
    all = counters;
    return true;
  }

  /** Notes what the agent says of flows that are not finished, when nothing more is waited for. */
  boolean underWay(ListFlowsResponse now) {
    for (Flow flow : now.getFlowsList()) {
      ofFlows.putIfAbsent(flow.getOrder().getFlowId(), flow.getCounters());
    }
    incoming = now.getIncomingList();
    return true;
  }

  /** Tells of each message that has begun to arrive and is not whole, by its flow. */
  void incoming(IncomingMessages visitor) {
    for (Incoming part : incoming) {
      deliveries
          .flowOf(part.getSourceIpv4(), part.getMessageId())
          .ifPresent(flow -> visitor.message(part.getSourceIpv4(), flow, part.getPlacedBytes()));
    }
  }

  /** Returns the sender's counters of a flow that is finished or was asked for; else zeros. */
  FlowCounters counters(long flow, long bytesDelivered) {
    Counters counters = ofFlows.getOrDefault(flow, Counters.getDefaultInstance());
    return new FlowCounters(
        counters.getDataFramesSent(),
        counters.getRetransmissions(),
        counters.getTimeouts(),
        counters.getTrimsNotified(),
        counters.getMarksReceived(),
        bytesDelivered,
        bytesDelivered,
        0,
        FlowEnds.BOTH);
  }

  void onReport(Report report) {
    if (report.hasCounters()) {
      all = report.getCounters();
    }
    HostFlows known = traffic.flowsOf(host);
    for (FlowStarted started : report.getStartedList()) {
      known.began((int) started.getFlowId(), started.getTimePs());
      deliveries.named(host.ipv4(), started.getMessageId(), started.getFlowId(), this::deliver);
    }
    for (Samples samples : report.getSamplesList()) {
      record(known, samples);
    }
    // First, so that a flow that finishes has been delivered.
    for (Delivery delivery : report.getDeliveredList()) {
      deliveries.made(delivery, this::deliver);
    }
    for (FlowFinished finished : report.getFinishedList()) {
      ofFlows.put(finished.getFlowId(), finished.getCounters());
      // The receiver's own report may still be on its way.
      known.arrived(finished.getFlowId());
      known.messageCompleted(
          finished.getTimePs(), (int) finished.getFlowId(), finished.getFlowId());
    }
    for (FlowFailed failed : report.getFailedList()) {
      known.connectionFailed(
          failed.getTimePs(),
          (int) failed.getFlowId(),
          ConnectionFailure.valueOf(failed.getReason()));
    }
  }

  private static void record(HostFlows known, Samples samples) {
    for (int i = 0; i < samples.getTimePsCount(); i++) {
      long rttPs = samples.getRttPs(i);
      known.sampled(
          samples.getTimePs(i),
          (int) samples.getFlowId(),
          samples.getDeliveredBytes(i),
          samples.getWindowBytes(i),
          rttPs == 0 ? CongestionController.RTT_UNKNOWN : rttPs);
    }
  }

  private void deliver(int sourceIpv4, long flow, Delivery delivery) {
    Host source = topology.host(sourceIpv4 - topology.host(0).ipv4());
    traffic
        .listener(source)
        .messageDelivered(delivery.getTimePs(), sourceIpv4, flow, delivery.getSizeBytes());
  }
}
