package io.smartt.experiment.traffic;

import module java.base;

import io.smartt.base.topology.Host;
import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.report.FlowRecord.FlowCounters;
import io.smartt.experiment.report.FlowRecord.FlowEnds;
import io.smartt.experiment.report.Metric;
import io.smartt.experiment.report.SampleRecorder;
import io.smartt.experiment.report.SampleSeries.SampleSubject;
import io.smartt.host.transport.Destination;
import io.smartt.host.transport.PathParameters;
import io.smartt.host.transport.TransportEndpoint;
import io.smartt.host.transport.TransportListener;
import io.smartt.workload.Flow;
import io.smartt.workload.HostSpeeds;
import io.smartt.workload.TriggerEngine;
import io.smartt.workload.Workload;
import io.smartt.workload.jobs.OperationTimes;
import org.jspecify.annotations.Nullable;

/**
 * Starts the flows of a workload when their time or trigger comes and follows each to the last ACK.
 * Flows are identified by their index in the workload. What a host reports is for the thread of its
 * clock; the rest is for between windows.
 */
public final class Traffic {
  /** The MAC address that hosts send to; the switches route on IP and take any. */
  public static final long GATEWAY_MAC = 0x02_01_00_00_00_00L;

  private static final int MOST_NAMED = 8;

  private final Topology topology;
  private final Workload workload;
  private final SampleRecorder samples;
  private final TriggerEngine progress;
  private final TriggerEngine.Effects effects = new InTheirGroups();
  private final List<FlowState> flows = new ArrayList<>();
  private final List<HostFlows> hosts = new ArrayList<>();
  private final HostGroup[] groupOf;
  private final List<HostGroup> groups = new ArrayList<>();
  private int finishedGroups;
  private long skippedBytes;
  private @Nullable Carrier carrier;
  private @Nullable String failure;

  public Traffic(
      Topology topology,
      Function<Host, FlowClock> clocks,
      Workload workload,
      HostSpeeds speeds,
      PathProfiles paths,
      SampleRecorder samples) {
    this.topology = topology;
    this.workload = workload;
    this.samples = samples;
    progress = new TriggerEngine(workload, speeds);
    for (int index = 0; index < workload.flows().size(); index++) {
      flows.add(new FlowState(index, path(workload.flows().get(index), topology, paths)));
    }
    topology.hosts().forEach(host -> hosts.add(new HostFlows(this)));
    HostGroup.Actions actions = new WhenDue();
    Map<FlowClock, HostGroup> byClock = new HashMap<>();
    groupOf = new HostGroup[topology.hosts().size()];
    for (Host host : topology.hosts()) {
      groupOf[host.index()] =
          byClock.computeIfAbsent(
              clocks.apply(host),
              clock -> {
                HostGroup group = new HostGroup(clock, this::plannedStartPs, actions);
                groups.add(group);
                return group;
              });
    }
    workload.flows().forEach(flow -> groupOf[flow.src()].expect());
  }

  private static PathParameters path(Flow flow, Topology topology, PathProfiles paths) {
    PathProfiles.PathProfile path =
        paths.between(topology.host(flow.src()), topology.host(flow.dst()));
    PathParameters parameters = new PathParameters(path.baseRttPs(), path.bottleneckBps());
    return flow.trafficClass().map(own -> parameters.with(own.dscp())).orElse(parameters);
  }

  private Carrier carrier() {
    Carrier running = carrier;
    if (running == null) {
      throw new IllegalStateException("traffic has not begun");
    }
    return running;
  }

  /** Returns the listener that a host's transport endpoint reports to. */
  public TransportListener listener(Host host) {
    return flowsOf(host);
  }

  /** The flows that a host sends. */
  public HostFlows flowsOf(Host host) {
    return hosts.get(host.index());
  }

  /** Schedules the flows that start by themselves. */
  public void begin(Carrier running) {
    carrier = running;
    for (FlowState state : flows) {
      Flow flow = workload.flows().get(state.index);
      if (flow.start() instanceof Flow.Start.At) {
        groupOf[flow.src()].plan(state);
      }
    }
    progress.begin(effects);
  }

  /**
   * Hands over to the group of the host that acts; what follows of a flow's end is in its group.
   */
  private final class InTheirGroups implements TriggerEngine.Effects {
    @Override
    public void start(int flow) {
      groupOf[workload.flows().get(flow).src()].startSoon(flows.get(flow));
    }

    @Override
    public void work(int trigger, long untilPs) {
      Workload.Work work = workload.triggers().get(trigger).work().orElseThrow();
      groupOf[work.host()].work(trigger, untilPs);
    }
  }

  private final class WhenDue implements HostGroup.Actions {
    @Override
    public void start(FlowState flow, long nowPs) {
      Traffic.this.start(flow, nowPs);
    }

    @Override
    public void worked(int trigger, long nowPs) {
      progress.worked(trigger, nowPs, effects);
    }
  }

  /** Returns whether all flows are done, and all computation. */
  public boolean isDone() {
    // This is asked once a window, so most groups must not be: those up to here are finished.
    while (finishedGroups < groups.size() && groups.get(finishedGroups).isFinished()) {
      finishedGroups++;
    }
    return finishedGroups == groups.size() && !isWorking();
  }

  /** Returns whether a host computes. */
  public boolean isWorking() {
    return groups.stream().anyMatch(HostGroup::isWorking);
  }

  /** Returns when flows and triggers of the workload happened, so far. */
  OperationTimes.Clock clock() {
    return new OperationTimes.Clock() {
      @Override
      public long startPs(int flow) {
        return flows.get(flow).startPs;
      }

      @Override
      public long finishPs(int flow) {
        return flows.get(flow).finishPs;
      }

      @Override
      public long openedPs(int trigger) {
        return progress.openedPs(trigger);
      }

      @Override
      public long beganPs(int trigger) {
        return progress.beganPs(trigger);
      }

      @Override
      public long workPs(int trigger) {
        return workload.triggers().get(trigger).work().map(Workload.Work::ps).orElse(0L);
      }
    };
  }

  /** Returns whether all flows are done but those that begin or end at a host of these. */
  public boolean isDoneBut(Set<Integer> hosts) {
    return flows.stream()
        .allMatch(state -> {
          Flow flow = workload.flows().get(state.index);
          return state.finishPs != FlowState.NOT_YET
              || hosts.contains(flow.src())
              || hosts.contains(flow.dst());
        });
  }

  public int finishedFlows() {
    int finished = 0;
    for (HostGroup group : groups) {
      finished += group.finished();
    }
    return finished;
  }

  /** Describes how many flows did not finish and which, up to the colon before the reason. */
  public String unfinished() {
    List<String> open = new ArrayList<>();
    for (FlowState flow : flows) {
      if (flow.finishPs == FlowState.NOT_YET) {
        open.add(String.valueOf(workload.flows().get(flow.index).id()));
      }
    }
    String which =
        open.size() <= MOST_NAMED
            ? String.join(", ", open)
            : String.join(", ", open.subList(0, MOST_NAMED))
                + " and "
                + (open.size() - MOST_NAMED)
                + " more";
    return open.size() + " of " + flows.size() + " flows did not finish (" + which + "): ";
  }

  /** Flows that have started or finished so far, together. */
  public long changes() {
    return groups.stream().mapToLong(HostGroup::changes).sum();
  }

  /** Returns the flows that are under way, in the order of the workload. */
  public List<RunningFlow> running() {
    return flows.stream()
        .filter(FlowState::isRunning)
        .map(state ->
            new RunningFlow(
                workload.flows().get(state.index).src(),
                workload.flows().get(state.index).dst(),
                state.connection,
                state.path.baseRttPs(),
                bytes -> {
                  state.skippedBytes += bytes;
                  skippedBytes += bytes;
                  Objects.requireNonNull(state.goodput).give(bytes);
                }))
        .toList();
  }

  /**
   * A flow under way.
   *
   * @param host that sends it
   * @param to the host that receives it
   * @param connection that it has there
   * @param skipped to be given payload that is skipped
   */
  public record RunningFlow(
      int host, int to, int connection, long baseRttPs, LongConsumer skipped) {}

  /** Moves the time of flows on; clocks of hosts are moved by who has them. */
  public void skip(long ps) {
    hosts.forEach(host -> host.skip(ps));
  }

  /** Payload that was skipped. */
  public long skippedBytes() {
    return skippedBytes;
  }

  public List<FlowState> flows() {
    return flows;
  }

  private long plannedStartPs(FlowState state) {
    return switch (workload.flows().get(state.index).start()) {
      case Flow.Start.At at -> at.ps();
      case Flow.Start.OnTrigger trigger -> Long.MAX_VALUE;
    };
  }

  private void start(FlowState state, long nowPs) {
    Flow flow = workload.flows().get(state.index);
    Host from = topology.host(flow.src());
    Host to = topology.host(flow.dst());
    state.startPs = nowPs;
    HostFlows sender = hosts.get(flow.src());
    Destination destination = new Destination(to.ipv4(), GATEWAY_MAC);
    String scheme = flow.scheme().orElse(TransportEndpoint.OWN_SCHEME);
    long message = carrier().send(from, nowPs, destination, flow.bytes(), state.path, scheme);
    state.connection = carrier().connection(from, message);
    SampleSubject subject = new SampleSubject.Flow(flow.id());
    state.window = samples.open(Metric.CWND, subject);
    state.rtt = samples.open(Metric.RTT, subject);
    // In less than a round trip a rate says how ACKs bunch, not what the flow gets.
    state.goodput = samples.open(Metric.GOODPUT, subject, state.path.baseRttPs());
    carrier()
        .inFlightBytes(from, state.connection)
        .ifPresent(now -> {
          state.inFlight = samples.open(Metric.IN_FLIGHT, subject);
          state.inFlightNow = now;
        });
    carrier()
        .reusableEntropies(from, state.connection)
        .ifPresent(now ->
            state.entropies =
                new FlowState.FlowLevel(now, () -> samples.open(Metric.ENTROPIES, subject)));
    carrier()
        .avoidedEntropies(from, state.connection)
        .ifPresent(now ->
            state.avoided =
                new FlowState.FlowLevel(now, () -> samples.open(Metric.AVOIDED, subject)));
    if (FlowState.EntropyLook.keeps(state.index, flows.size())) {
      lookAtEntropies(state, from, flow.id());
    }
    sender.opened(state, message);
    carrier().wake(from);
  }

  private void lookAtEntropies(FlowState state, Host from, int id) {
    carrier()
        .entropyValues(from, state.connection)
        .ifPresent(reader ->
            samples
                .openEntropies(id, state.path.baseRttPs(), FlowState.EntropyLook.room(flows.size()))
                .ifPresent(trace -> state.values = new FlowState.EntropyLook(reader, trace)));
  }

  /** Called by the sending host when the flow is complete. */
  void completed(FlowState state, long nowPs) {
    state.finishPs = nowPs;
    state.counters = counters(state);
    // What follows comes first: nobody may find all flows finished and its computation not begun.
    progress.sent(state.index, nowPs, effects);
    groupOf[workload.flows().get(state.index).src()].countFinished();
  }

  /** Called by the sending host when the flow will not finish. */
  void failed(FlowState state, TransportListener.ConnectionFailure why) {
    if (state.finishPs == FlowState.NOT_YET && failure == null) {
      Flow flow = workload.flows().get(state.index);
      failure =
          "flow %d, %s to %s, failed: %s"
              .formatted(
                  flow.id(),
                  topology.host(flow.src()).name(),
                  topology.host(flow.dst()).name(),
                  why);
    }
  }

  /** Returns the first failure. */
  public Optional<String> failure() {
    return Optional.ofNullable(failure);
  }

  /** Called by the receiving host when the message is whole. */
  void delivered(long nowPs, int sourceIpv4, long messageId) {
    FlowState state = hosts.get(sourceIpv4 - topology.host(0).ipv4()).flowOf(messageId);
    state.delivered = true;
    progress.received(state.index, nowPs, effects);
  }

  /** Notes how much of each unfinished flow has arrived, for {@link #counters}. */
  void noteIncoming() {
    Carrier running = carrier;
    if (running == null || isDone()) {
      return;
    }
    for (Host to : topology.hosts()) {
      running.incoming(
          to,
          (source, message, bytes) -> {
            int sender = source - topology.host(0).ipv4();
            if (sender >= 0 && sender < hosts.size()) {
              hosts.get(sender).find(message).ifPresent(state -> state.partBytes = bytes);
            }
          });
    }
  }

  /** Returns the counters of a flow's two ends; the sender's connection must still be open. */
  FlowCounters counters(FlowState state) {
    Flow flow = workload.flows().get(state.index);
    Host from = topology.host(flow.src());
    Host to = topology.host(flow.dst());
    long deliveredBytes = state.delivered ? flow.bytes() - state.skippedBytes : state.partBytes;
    FlowCounters counted = carrier().counters(from, state.connection, deliveredBytes);
    boolean finished = state.finishPs != FlowState.NOT_YET;
    FlowEnds known =
        FlowEnds.of(finished || carrier().isKnown(from), state.delivered || carrier().isKnown(to));
    return counted.knownAt(known, state.skippedBytes);
  }

  /** The time that hosts of one thread share. Clocks of hosts that share a thread are equal. */
  @FunctionalInterface
  public interface FlowClock {
    /** Makes a timer of this clock; it passes the time to {@code onRing} on the hosts' thread. */
    Timer timer(LongConsumer onRing);

    /** A timer that fires once for each time that it is set. */
    interface Timer {
      /** Schedules the timer, unless it fires earlier anyway. */
      void at(long timePs);

      /** Schedules the timer for now, after the caller has returned. */
      void now();
    }
  }
}
