package io.smartt.emulation.experiment;

import io.smartt.emulation.fabric.VirtualFabric;
import io.smartt.emulation.report.FlowCounters;
import io.smartt.emulation.report.Metric;
import io.smartt.emulation.report.SampleRecorder;
import io.smartt.emulation.report.SampleSubject;
import io.smartt.emulation.simulation.Event;
import io.smartt.emulation.simulation.Simulation;
import io.smartt.emulation.topology.Host;
import io.smartt.emulation.topology.PathProfile;
import io.smartt.emulation.topology.PathProfiles;
import io.smartt.emulation.topology.Topology;
import io.smartt.emulation.workload.Flow;
import io.smartt.emulation.workload.Start;
import io.smartt.emulation.workload.Workload;
import io.smartt.emulation.workload.WorkloadProgress;
import io.smartt.host.transport.Destination;
import io.smartt.host.transport.PathParameters;
import io.smartt.host.transport.TransportCounters;
import io.smartt.host.transport.TransportEndpoint;
import io.smartt.host.transport.TransportListener;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Starts the flows of a workload when their time or trigger comes and follows each to the last ACK.
 * Flows are told apart by their index in the workload. For the simulation's thread.
 */
final class Traffic {
  /** The MAC address that hosts send to; the switches route on IP and take any. */
  private static final long GATEWAY_MAC = 0x02_01_00_00_00_00L;

  private final Simulation simulation;
  private final Topology topology;
  private final Workload workload;
  private final PathProfiles paths;
  private final SampleRecorder samples;
  private final WorkloadProgress progress;
  private final List<FlowState> flows = new ArrayList<>();
  private final List<HostFlows> hosts = new ArrayList<>();
  private final PriorityQueue<FlowState> timed =
      new PriorityQueue<>(Comparator.comparingLong(this::plannedStartPs));
  private final ArrayDeque<FlowState> due = new ArrayDeque<>();
  private final Event startDue;
  private @Nullable VirtualFabric fabric;
  private int finished;

  Traffic(
      Simulation simulation,
      Topology topology,
      Workload workload,
      PathProfiles paths,
      SampleRecorder samples) {
    this.simulation = simulation;
    this.topology = topology;
    this.workload = workload;
    this.paths = paths;
    this.samples = samples;
    progress = new WorkloadProgress(workload);
    for (int index = 0; index < workload.flows().size(); index++) {
      flows.add(new FlowState(index));
    }
    topology.hosts().forEach(host -> hosts.add(new HostFlows(this)));
    startDue =
        new Event(simulation) {
          @Override
          protected void fire(long nowPs) {
            startWhatIsDue(nowPs);
          }
        };
  }

  private VirtualFabric fabric() {
    VirtualFabric running = fabric;
    if (running == null) {
      throw new IllegalStateException("traffic has not begun");
    }
    return running;
  }

  /** What a host's transport endpoint reports to. */
  TransportListener listener(Host host) {
    return hosts.get(host.index());
  }

  /** Schedules the flows that start by themselves. */
  void begin(VirtualFabric running) {
    fabric = running;
    for (FlowState state : flows) {
      if (workload.flows().get(state.index).start() instanceof Start.At) {
        timed.add(state);
      }
    }
    scheduleNextStart();
  }

  boolean isDone() {
    return finished == flows.size();
  }

  int finishedFlows() {
    return finished;
  }

  List<FlowState> flows() {
    return flows;
  }

  private long plannedStartPs(FlowState state) {
    return switch (workload.flows().get(state.index).start()) {
      case Start.At at -> at.ps();
      case Start.OnTrigger trigger -> Long.MAX_VALUE;
    };
  }

  private void scheduleNextStart() {
    FlowState next = timed.peek();
    if (next != null && !startDue.isScheduled()) {
      simulation.schedule(startDue, plannedStartPs(next));
    }
  }

  private void startWhatIsDue(long nowPs) {
    for (FlowState next = timed.peek();
        next != null && plannedStartPs(next) <= nowPs;
        next = timed.peek()) {
      due.add(timed.remove());
    }
    while (!due.isEmpty()) {
      start(due.remove(), nowPs);
    }
    scheduleNextStart();
  }

  private void start(FlowState state, long nowPs) {
    Flow flow = workload.flows().get(state.index);
    Host from = topology.host(flow.src());
    Host to = topology.host(flow.dst());
    PathProfile path = paths.between(from, to);
    state.startPs = nowPs;
    HostFlows sender = hosts.get(flow.src());
    TransportEndpoint endpoint = fabric().endpoint(from);
    long message =
        endpoint.send(
            nowPs,
            new Destination(to.ipv4(), GATEWAY_MAC),
            flow.bytes(),
            new PathParameters(path.baseRttPs(), path.bottleneckBps()));
    state.connection = endpoint.connectionOf(message);
    SampleSubject subject = new SampleSubject.Flow(flow.id());
    state.window = samples.open(Metric.CWND, subject).orElse(null);
    state.rtt = samples.open(Metric.RTT, subject).orElse(null);
    sender.opened(state, message);
    fabric().wake(from);
  }

  /** Told by the sending host. */
  void completed(FlowState state, long nowPs) {
    state.finishPs = nowPs;
    state.counters = counters(state);
    finished++;
    progress.sent(state.index, this::startSoon);
  }

  /** Told by the receiving host. */
  void delivered(int sourceIpv4, long messageId) {
    FlowState state = hosts.get(sourceIpv4 - topology.host(0).ipv4()).flowOf(messageId);
    state.delivered = true;
    progress.received(state.index, this::startSoon);
  }

  /** Not at once: the endpoint that reports is still busy with its frame. */
  private void startSoon(int index) {
    due.add(flows.get(index));
    simulation.schedule(startDue, simulation.nowPs());
  }

  /** What the two ends of a flow have counted; the sender's connection must still be open. */
  FlowCounters counters(FlowState state) {
    Flow flow = workload.flows().get(state.index);
    TransportCounters sent =
        fabric().endpoint(topology.host(flow.src())).counters(state.connection);
    long deliveredBytes = state.delivered ? flow.bytes() : 0;
    return new FlowCounters(
        sent.dataFramesSent(),
        sent.retransmissions(),
        sent.timeouts(),
        sent.trimsNotified(),
        sent.marksReceived(),
        deliveredBytes,
        deliveredBytes);
  }
}
