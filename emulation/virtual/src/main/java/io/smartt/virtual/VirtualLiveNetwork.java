package io.smartt.virtual;

import module java.base;

import io.smartt.base.concurrent.Closing;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.base.trace.CaptureSink;
import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.experiment.FailurePlan;
import io.smartt.experiment.endhost.EndHost;
import io.smartt.experiment.report.RunEvent;
import io.smartt.experiment.report.RunEvents;
import io.smartt.experiment.report.RunHistory;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.report.SampleRecorder;
import io.smartt.experiment.run.ControlPlane;
import io.smartt.experiment.run.FailureTimeline;
import io.smartt.experiment.run.LiveCaptureFile;
import io.smartt.experiment.run.LiveNetwork;
import io.smartt.experiment.run.LiveNetwork.LivePlan;
import io.smartt.experiment.run.RunInputs;
import io.smartt.experiment.run.TrafficUnderWay;
import io.smartt.experiment.traffic.JobRecords.ResultRecords;
import io.smartt.experiment.traffic.ProcessCost;
import io.smartt.experiment.traffic.Traffic;
import io.smartt.host.transport.Destination;
import io.smartt.softswitch.EmbeddedDevice;
import io.smartt.softswitch.SwitchCounters;
import io.smartt.softswitch.TrafficManager;
import io.smartt.softswitch.backend.SwitchBackend.QueueStatus;
import io.smartt.softswitch.backend.SwitchCounts;
import io.smartt.virtual.VirtualExperiment.VirtualCarrier;
import io.smartt.virtual.simulation.EventQueue;
import io.smartt.virtual.simulation.Simulation;
import io.smartt.workload.HostGroups;
import io.smartt.workload.Workload;
import io.smartt.workload.ideal.IdealModel.IdealTimes;

/**
 * A live network in virtual time, without root: hosts answer ARP and ICMP and have the transport,
 * and time goes on only while something is asked for.
 */
public final class VirtualLiveNetwork implements LiveNetwork {
  private static final List<String> ROUTES =
      List.of("route add default gw 169.254.0.1", "arp -s 169.254.0.1 02:01:00:00:00:00");
  private static final long PING_PS = 5_000_000_000_000L;
  private static final long PS_PER_NS = 1_000;

  /** Somebody watches. */
  private static final int POLL_INTERVAL_EVENTS = 256;

  private final LivePlan plan;
  private final Clock clock;
  private final Simulation simulation;
  private final EventQueue eventQueue;
  private final List<AnsweringHost> hosts = new ArrayList<>();
  private final List<HostTimer> starts = new ArrayList<>();
  private final List<HostTimer> deadlines = new ArrayList<>();
  private final VirtualFabric fabric;
  private final ControlPlane control;
  private Optional<LiveCaptureFile> file = Optional.empty();
  private int pings;

  /**
   * Builds it and programs its switches.
   *
   * @param clock stamps captures
   */
  public VirtualLiveNetwork(LivePlan plan, Clock clock, RunMonitor monitor) {
    this.plan = plan;
    this.clock = clock;
    Topology topology = plan.topology();
    VirtualNetwork network =
        VirtualNetwork.inOrderOfTime(topology, plan.spec().seed(), plan.spec().dilation());
    simulation = network.simulation();
    eventQueue = network.queue(topology.hosts().getFirst());
    for (Host host : topology.hosts()) {
      starts.add(network.startTimer(host));
      deadlines.add(new HostTimer(eventQueue, network.numberOfDeadlines(host)));
      hosts.add(
          new AnsweringHost(
              eventQueue,
              network.numbers().of(host),
              host.name(),
              host.ipv4Text() + "/32",
              host.macText(),
              ROUTES));
    }
    fabric =
        network.fabric(
            plan.spec(),
            plan.ports(),
            hosts.stream().map(AnsweringHost::card).toList(),
            new SampleRecorder(),
            FabricCapture.of(topology, this::capture),
            FabricWatch.NONE);
    List<EmbeddedDevice> devices = fabric.devices(plan.spec().seed());
    monitor.stage("programming " + devices.size() + " switches over P4Runtime");
    control = ControlPlane.start(devices, plan.programs());
    try {
      plan.program(control);
    } catch (RuntimeException e) {
      throw Closing.after(e, control);
    }
  }

  @Override
  public LivePlan plan() {
    return plan;
  }

  @Override
  public OptionalLong ping(Host from, Host to) {
    if (from.equals(to)) {
      // As every stack does: what is for itself does not go on the wire.
      return OptionalLong.of(0);
    }
    EndHost sender = hosts.get(from.index()).host();
    hosts.forEach(host -> host.host().forget());
    int id = ++pings & 0xffff;
    long sentPs = eventQueue.nowPs();
    sender.ping(to.ipv4(), id, 1);
    while (sender.answeredPs(id).isEmpty() && simulation.step(sentPs + PING_PS)) {
      // Until it is answered or lost.
    }
    return sender.answeredPs(id).stream().map(timePs -> timePs - sentPs).findFirst();
  }

  @Override
  public boolean runsPrograms() {
    return false;
  }

  @Override
  public ProcessBuilder program(Host host, String command) {
    throw new UserInputException(
        host.name()
            + " is a virtual host, which runs no programs but answers ping; fabric netns runs any:"
            + " sudo ./smartt shell --profile netns");
  }

  @Override
  public void setUp(Link link, boolean up) {
    plan.setUp(link, up);
    fabric.setUp(link, up);
    plan.program(control);
  }

  @Override
  public RunResult run(Workload workload, RunMonitor monitor) {
    ProcessCost cost = ProcessCost.start();
    RunInputs in = plan.inputs(workload);
    IdealTimes ideal = in.ideal();
    long basePs = eventQueue.nowPs();
    SampleRecorder samples = new SampleRecorder(in.spec().sampling());
    SampleRecorder networkSamples = new SampleRecorder(in.spec().sampling());
    Here here = new Here(List.of(samples, networkSamples));
    fabric.sampleInto(networkSamples, basePs);
    int[] first =
        Partitioning.firstHosts(
            in.topology(), HostGroups.of(workload, in.topology().hosts().size()));
    Traffic traffic = in.traffic(host -> starts.get(first[host.index()]).from(basePs), samples);
    SplittableRandom random = new SplittableRandom(in.spec().seed());
    List<LiveTransport> transports = new ArrayList<>();
    for (Host host : in.topology().hosts()) {
      transports.add(
          new LiveTransport(
              hosts.get(host.index()).card(),
              in.hosts()
                  .endpoint(
                      new Destination(host.ipv4(), host.mac()),
                      in.topology().access(host).rateBps(),
                      traffic.listener(host),
                      random.split()),
              deadlines.get(host.index()).from(basePs)));
      transports.getLast().begin();
    }
    FailureTimeline failures =
        new FailureTimeline(FailurePlan.of(in.spec(), in.topology()), in.topology());
    fabric.fail(failures, basePs, simulation, here.events);
    try {
      traffic.begin(
          new VirtualCarrier(i -> transports.get(i).endpoint(), i -> transports.get(i).wake()));
      monitor.running(new TrafficUnderWay(in, traffic, () -> ideal, here, cost));
      TrafficLoop.Ending ending =
          new TrafficLoop(
                  simulation,
                  workload,
                  traffic,
                  here.recorders,
                  TrafficLoop.Hosts.of(transports.stream().map(LiveTransport::endpoint).toList()),
                  TrafficLoop.Looks.NONE,
                  POLL_INTERVAL_EVENTS)
              .run(monitor, basePs, ideal.lastFinishPs());
      return in.result(
              traffic,
              ideal,
              ending.status(),
              ending.message(),
              here.counts(),
              List.of(),
              samples.samples().and(networkSamples.samples()),
              cost)
          .history(new RunHistory(here.happened(), Optional.empty()))
          .kept(
              ResultRecords.mostKeptHere(
                  in.spec(),
                  in.topology(),
                  host -> transports.get(host.index()).endpoint().counters()))
          .result();
    } finally {
      failures.end(fabric::set);
      transports.forEach(LiveTransport::end);
      Stream.concat(starts.stream(), deadlines.stream()).forEach(HostTimer::end);
      fabric.sampleInto(new SampleRecorder(), 0);
    }
  }

  /** Traffic on this network from now on: between two steps nothing else runs. */
  private final class Here implements TrafficUnderWay.Place {
    private final SwitchCounts before = VirtualLiveNetwork.this.counts();
    private final long firedBefore = simulation.fired();
    private final RunEvents events = new RunEvents();
    private final List<SampleRecorder> recorders;

    Here(List<SampleRecorder> recorders) {
      this.recorders = recorders;
    }

    @Override
    public SwitchCounts counts() {
      return VirtualLiveNetwork.this.counts().since(before);
    }

    @Override
    public void readSamples(Consumer<SampleRecorder> reader) {
      recorders.forEach(reader);
    }

    @Override
    public List<RunEvent> happened() {
      return events.list();
    }

    @Override
    public OptionalLong simulated() {
      return OptionalLong.of(simulation.fired() - firedBefore);
    }
  }

  @Override
  public ProgrammedSwitch programmed(Switch sw) {
    return control.programmed(sw.id() - 1);
  }

  @Override
  public List<QueueStatus> queues(Switch sw) {
    TrafficManager manager = fabric.device(sw.id()).trafficManager();
    List<QueueStatus> queues = new ArrayList<>();
    for (Adjacency adjacency : plan.topology().adjacencies(sw)) {
      int port = adjacency.port();
      for (int queue = 0; queue < manager.queuesPerPort(); queue++) {
        queues.add(
            new QueueStatus(
                port,
                queue,
                manager.config(port, queue),
                manager.depthPackets(port, queue),
                manager.depthBytes(port, queue),
                manager.counters(port, queue)));
      }
    }
    return queues;
  }

  @Override
  public SwitchCounters counters(Switch sw) {
    return fabric.device(sw.id()).counters();
  }

  @Override
  public SwitchCounts counts() {
    return fabric.ledger().counts();
  }

  @Override
  public void capture(Path path) {
    endCapture();
    file =
        Optional.of(
            LiveCaptureFile.create(
                path, plan.topology(), clock.instant().minusNanos(eventQueue.nowPs() / PS_PER_NS)));
  }

  @Override
  public long endCapture() {
    Optional<LiveCaptureFile> done = file;
    file = Optional.empty();
    return done.map(LiveCaptureFile::end).orElse(0L);
  }

  @Override
  public void close() {
    Closing.all("taking the network down", List.<AutoCloseable>of(this::endCapture, control));
  }

  /** Passes a packet to the capture while there is one. */
  private void capture(CaptureSink.Passing packet) {
    if (file.isPresent()) {
      file.get().sink().packet(packet);
    }
  }
}
