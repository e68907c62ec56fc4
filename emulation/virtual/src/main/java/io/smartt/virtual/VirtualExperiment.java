package io.smartt.virtual;

import module java.base;

import io.smartt.base.concurrent.TaskRunner;
import io.smartt.base.concurrent.WorkerPool;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.base.trace.CaptureSink;
import io.smartt.base.trace.CaptureSink.TimeOrderedSink;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.FailurePlan;
import io.smartt.experiment.SwitchPorts;
import io.smartt.experiment.report.RunEvent;
import io.smartt.experiment.report.RunEvents;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunSamples;
import io.smartt.experiment.report.SampleRecorder;
import io.smartt.experiment.run.FailureTimeline;
import io.smartt.experiment.run.RunInputs;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.traffic.Carrier.EndpointCarrier;
import io.smartt.experiment.traffic.Traffic;
import io.smartt.host.transport.Destination;
import io.smartt.host.transport.PathParameters;
import io.smartt.host.transport.TransportCounters;
import io.smartt.host.transport.TransportEndpoint;
import io.smartt.virtual.simulation.Simulation;
import io.smartt.workload.HostGroups;
import io.smartt.workload.Workload;

/**
 * One experiment on the virtual fabric, from an empty network to the last ACK. Deterministic from
 * the specification, however many threads it uses: time is virtual and all randomness comes from
 * the seed.
 */
final class VirtualExperiment implements AutoCloseable {
  private static final int POLL_INTERVAL_EVENTS = 4096;

  private final Topology topology;
  private final Workload workload;
  private final WorkerPool pool;
  private final Simulation simulation;
  private final SampleRecorder flowSamples;
  private final SampleRecorder networkSamples;
  private final Optional<TimeOrderedSink> ordered;
  private final RunEvents events = new RunEvents();
  private final Traffic traffic;
  private final SwitchPorts ports;
  private final List<HostNode> hosts = new ArrayList<>();
  private final VirtualFabric fabric;
  private final TrafficLoop.Looks looks;

  /** The experiment of a run whose packets somebody watches, on one thread. */
  static VirtualExperiment watched(RunInputs in, FabricWatch watch) {
    return new VirtualExperiment(in, Optional.empty(), watch, 1);
  }

  /**
   * @param threads most threads to use
   */
  VirtualExperiment(RunInputs in, Optional<CaptureSink> capture, int threads) {
    this(in, capture, FabricWatch.NONE, threads);
  }

  private VirtualExperiment(
      RunInputs in, Optional<CaptureSink> capture, FabricWatch watch, int threads) {
    ExperimentSpec spec = in.spec();
    topology = in.topology();
    workload = in.workload();
    int nodes = topology.switches().size() + topology.hosts().size();
    pool = new WorkerPool(Math.min(threads, nodes));
    simulation = new Simulation(pool, spec.seed(), spec.dilation());
    int[] groups = HostGroups.of(workload, topology.hosts().size());
    // Captures and some watches see all nodes, in the order of time.
    Partitioning partitioning =
        capture.isPresent() || watch.needsOrder()
            ? Partitioning.together(simulation, topology, groups)
            : Partitioning.apart(simulation, topology, groups);
    ordered = capture.map(sink -> new TimeOrderedSink(sink, longestSwitchPs(topology)));
    // Who watches packets reads no series.
    SampleRecorder.SampleResolution resolution =
        watch.isOn() ? SampleRecorder.SampleResolution.NOTHING : spec.sampling();
    flowSamples = new SampleRecorder(resolution);
    networkSamples = new SampleRecorder(resolution);
    ports = new SwitchPorts(spec, new PathProfiles(topology, spec.packets()));
    VirtualNetwork network = new VirtualNetwork(simulation, topology, partitioning);
    int[] first = Partitioning.firstHosts(topology, groups);
    Map<Integer, HostTimer> starts = new HashMap<>();
    traffic =
        in.traffic(
            host ->
                starts.computeIfAbsent(
                    first[host.index()], index -> network.startTimer(topology.host(index))),
            flowSamples);
    SplittableRandom random = new SplittableRandom(spec.seed());
    for (Host host : topology.hosts()) {
      hosts.add(
          new HostNode(
              network.queue(host),
              network.numberOfDeadlines(host),
              in.hosts()
                  .endpoint(
                      new Destination(host.ipv4(), host.mac()),
                      topology.access(host).rateBps(),
                      traffic.listener(host),
                      random.split()),
              network.numbers().of(host)));
    }
    fabric =
        network.fabric(
            spec,
            ports,
            topology.hosts().stream()
                .map(host -> watch.host(host, hosts.get(host.index())))
                .toList(),
            networkSamples,
            ordered.map(sink -> FabricCapture.of(topology, sink)).orElseGet(FabricCapture::off),
            watch);
    if (spec.settings().get(SettingKeys.HOST_PHASES)) {
      fabric.shiftPhases(topology, spec.packets().mtuBytes(), spec.seed());
    }
    FailurePlan failures = FailurePlan.of(spec, topology);
    boolean skips = spec.settings().get(SettingKeys.SKIP_STEADY);
    if (capture.isPresent() || watch.isOn()) {
      requireEachPacket(spec);
    }
    looks = skips ? skips(spec, failures, List.copyOf(starts.values())) : TrafficLoop.Looks.NONE;
    fabric.fail(new FailureTimeline(failures, topology), 0, simulation, events);
  }

  /** Refuses an experiment that skips packets, for who looks at each. */
  static void requireEachPacket(ExperimentSpec spec) {
    if (spec.settings().get(SettingKeys.SKIP_STEADY)) {
      throw new UserInputException(
          SettingKeys.SKIP_STEADY.name()
              + "=true: who looks at each packet (--capture, journey) needs a run that skips none;"
              + " run it again with --set skip.steady=false");
    }
  }

  private TrafficLoop.Looks skips(
      ExperimentSpec spec, FailurePlan failures, List<HostTimer> timers) {
    if (spec.settings().get(SettingKeys.LINK_LOSS) > 0 || failures.losesAtRandom()) {
      events.add(
          0, RunEvent.Kind.TIME_SKIPPED, "no time is skipped, since links lose packets at random");
      return TrafficLoop.Looks.NONE;
    }
    return new SteadySkip(
        spec.settings().get(SettingKeys.SKIP_GOODPUT) / 100,
        spec.settings().get(SettingKeys.SKIP_DEPTH) / 100,
        simulation,
        topology,
        topology.switches().stream().map(sw -> fabric.device(sw.id()).trafficManager()).toList(),
        timers,
        hosts.stream().map(HostNode::endpoint).toList(),
        traffic,
        recorders(),
        events,
        spec.packets().mtuBytes());
  }

  /** Returns what happened so far. */
  RunEvents events() {
    return events;
  }

  /** The hosts, in the order of the topology. */
  List<HostNode> hosts() {
    return hosts;
  }

  /** Returns what was planned for the switches' ports. */
  SwitchPorts ports() {
    return ports;
  }

  /** The threads that it runs on, for what can be done side by side before it runs. */
  TaskRunner tasks() {
    return pool;
  }

  VirtualFabric fabric() {
    return fabric;
  }

  Traffic traffic() {
    return traffic;
  }

  /** Returns what records, of hosts and of the network. */
  List<SampleRecorder> recorders() {
    return List.of(flowSamples, networkSamples);
  }

  /** Shows each window of the simulation to a watch from now on. */
  void watchWindows(Simulation.WindowWatch watch) {
    simulation.watch(watch);
  }

  /** Frames that parts of the network have sent to each other. */
  List<WindowSchedules.Crossing> crossings() {
    return fabric.crossings(topology);
  }

  /** Events that have happened. */
  long fired() {
    return simulation.fired();
  }

  RunSamples samples() {
    return flowSamples.samples().and(networkSamples.samples());
  }

  /** Runs traffic over the programmed fabric until all flows are done or cannot be. */
  TrafficLoop.Ending run(RunMonitor monitor, long idealEndPs) {
    traffic.begin(new VirtualCarrier(i -> hosts.get(i).endpoint(), i -> hosts.get(i).wake()));
    return new TrafficLoop(
            simulation,
            workload,
            traffic,
            recorders(),
            TrafficLoop.Hosts.of(hosts.stream().map(HostNode::endpoint).toList()),
            looks,
            POLL_INTERVAL_EVENTS)
        .run(monitor, 0, idealEndPs);
  }

  /** Returns what a host's transport has counted. */
  TransportCounters counters(Host host) {
    return hosts.get(host.index()).endpoint().counters();
  }

  private static long longestSwitchPs(Topology topology) {
    return topology.switches().stream().mapToLong(Switch::latencyPs).max().orElse(0);
  }

  @Override
  public void close() {
    ordered.ifPresent(TimeOrderedSink::flush);
    pool.close();
  }

  /**
   * Carries traffic over the virtual fabric, its payload only counted.
   *
   * @param endpoints by index of the host
   * @param wakes makes the host of an index send
   */
  record VirtualCarrier(IntFunction<TransportEndpoint> endpoints, IntConsumer wakes)
      implements EndpointCarrier {
    @Override
    public TransportEndpoint endpoint(Host host) {
      return endpoints.apply(host.index());
    }

    @Override
    public long send(
        Host from, long nowPs, Destination to, long bytes, PathParameters path, String scheme) {
      return endpoint(from).send(nowPs, to, bytes, path, scheme);
    }

    @Override
    public void wake(Host host) {
      wakes.accept(host.index());
    }
  }
}
