package io.smartt.emulation.experiment;

import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.smartt.emulation.fabric.QueueDepthSampler;
import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.netns.NamespaceNetwork;
import io.smartt.emulation.netns.NetnsRequirement;
import io.smartt.emulation.netns.PortCapture;
import io.smartt.emulation.netns.RawSwitches;
import io.smartt.emulation.report.QueueRecord;
import io.smartt.emulation.report.RunFailedException;
import io.smartt.emulation.report.RunMonitor;
import io.smartt.emulation.report.RunResult;
import io.smartt.emulation.report.SampleRecorder;
import io.smartt.emulation.report.SampleSeries;
import io.smartt.emulation.softswitch.standalone.QueueStatus;
import io.smartt.emulation.softswitch.standalone.StandaloneSwitch;
import io.smartt.emulation.topology.Adjacency;
import io.smartt.emulation.topology.Link;
import io.smartt.emulation.topology.PathProfile;
import io.smartt.emulation.topology.PathProfiles;
import io.smartt.emulation.topology.Port;
import io.smartt.emulation.topology.Switch;
import io.smartt.emulation.topology.Topology;
import io.smartt.emulation.trace.CaptureSink;
import io.smartt.emulation.workload.ideal.IdealModel;
import io.smartt.emulation.workload.ideal.IdealTimes;
import io.smartt.host.packetio.KernelClock;
import io.smartt.host.packetio.LoopMode;
import io.smartt.host.packetio.PacketIoException;
import io.smartt.host.packetio.PacketIoHandler;
import io.smartt.host.packetio.ProcessPriority;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * A run on the netns fabric: hosts and switches in network namespaces, real frames between them, in
 * real time. All hosts share one event loop and all switches another, which is what two cores carry
 * best.
 */
final class NetnsRun implements FabricRun {
  private static final String LOOPS = "smartt-packets";
  private static final double MOST_LATE = 0.05;
  private static final int STAGES_A_LINK = 3;

  private final RunInputs in;
  private final KernelClock clock = new KernelClock();
  private final SampleRecorder hostSamples = new SampleRecorder();
  private final SampleRecorder switchSamples = new SampleRecorder();

  NetnsRun(RunInputs in) {
    this.in = in;
  }

  /**
   * Finds what keeps it from running here.
   *
   * @throws UserInputException in one line
   */
  static void require(ExperimentSpec spec) {
    NetnsRequirement.check();
    if (spec.lossless()) {
      throw new UserInputException(
          "scheme "
              + spec.scheme().spelling()
              + " needs switches that pause their peers (PFC), which fabric 'netns' has not; "
              + "fabric 'virtual' has");
    }
  }

  @Override
  public RunResult run(Optional<CaptureSink> capture, RunMonitor monitor) {
    NetnsSettings settings = SettingKeys.NETNS.read(in.spec().settings());
    LoopMode mode = settings.idle() == LoopWait.POLL ? LoopMode.BUSY_POLLING : LoopMode.BLOCKING;
    MultiThreadIoEventLoopGroup loops =
        new MultiThreadIoEventLoopGroup(
            2, new DefaultThreadFactory(LOOPS, true), PacketIoHandler.factory(mode));
    try {
      if (settings.raisedPriority()) {
        ProcessPriority.raiseProcess();
      }
      if (settings.rehearsalS() > 0) {
        monitor.stage("rehearsing with 4 hosts, for the JVM to compile what frames pass");
        long endNs = System.nanoTime() + Math.round(settings.rehearsalS() * 1e9);
        new NetnsRun(Rehearsal.of(in))
            .once(loops, Optional.empty(), new Rehearsal.Until(endNs, monitor));
      }
      if (settings.raisedPriority()) {
        ProcessPriority.raiseThreads(LOOPS);
      }
      return once(loops, capture, monitor);
    } catch (PacketIoException e) {
      throw new RunFailedException(String.valueOf(e.getMessage()), e);
    } finally {
      if (settings.raisedPriority()) {
        ProcessPriority.restore();
      }
      loops.shutdownGracefully(0, 2, TimeUnit.SECONDS).syncUninterruptibly();
    }
  }

  private RunResult once(
      MultiThreadIoEventLoopGroup loops, Optional<CaptureSink> capture, RunMonitor monitor) {
    ProcessCost cost = ProcessCost.start();
    Topology topology = in.topology();
    monitor.stage(
        "building %d network namespaces and %d veth pairs"
            .formatted(topology.hosts().size() + 1, topology.links().size()));
    try (NamespaceNetwork network = NamespaceNetwork.build(topology)) {
      EventLoop hostLoop = loops.next();
      EventLoop switchLoop = loops.next();
      Taps taps = new Taps(topology, capture, clock);
      SwitchPorts ports = new SwitchPorts(in.spec(), paths());
      try (RawSwitches switches =
              RawSwitches.start(
                  network, topology, switchLoop, new KernelClock(), ports::queues, loss(), taps);
          ControlPlane control = ControlPlane.overTcp(switches.devices(), in.programs())) {
        monitor.stage("programming " + topology.switches().size() + " switches over P4Runtime");
        control.program(ports.model(topology), in.program(), in.spec().seed());
        return carry(network, switches, hostLoop, taps, cost, monitor);
      }
    }
  }

  private double loss() {
    return in.spec().settings().get(SettingKeys.LINK_LOSS) / 100;
  }

  private PathProfiles paths() {
    return new PathProfiles(in.topology(), in.spec().packets());
  }

  /** The watchers of each port: a capture's, or none. */
  private record Taps(Topology topology, Optional<CaptureSink> capture, KernelClock clock)
      implements Function<Port, List<ChannelHandler>> {
    @Override
    public List<ChannelHandler> apply(Port port) {
      return capture.map(sink -> List.<ChannelHandler>of(tap(sink, port))).orElse(List.of());
    }

    private PortCapture tap(CaptureSink sink, Port port) {
      for (Link link : topology.links()) {
        // FabricCapture.interfaces() numbers both ends of each link so.
        int a = 2 * link.index();
        if (link.a().equals(port)) {
          return new PortCapture(sink, clock, a, a + 1);
        }
        if (link.b().equals(port)) {
          return new PortCapture(sink, clock, a + 1, a);
        }
      }
      throw new IllegalArgumentException("no link at " + port);
    }
  }

  private RunResult carry(
      NamespaceNetwork network,
      RawSwitches switches,
      EventLoop loop,
      Taps taps,
      ProcessCost cost,
      RunMonitor monitor) {
    ExperimentSpec spec = in.spec();
    Topology topology = in.topology();
    IdealTimes ideal = new IdealModel(topology, spec.packets()).times(in.workload());
    StartClock oneClock = new LoopClock(loop, clock::nowPs);
    Traffic traffic = new Traffic(topology, host -> oneClock, in.workload(), paths(), hostSamples);
    try (NetnsHosts hosts = NetnsHosts.start(in, network, traffic, loop, clock, taps)) {
      watchQueues(switches);
      RealTimeTraffic running =
          new RealTimeTraffic(
              in, traffic, hosts.agents(), loop, clock, paths().longest().baseRttPs());
      RealTimeTraffic.Ending ending = running.run(switches, monitor);
      in.topology().switches().forEach(sw -> switches.device(sw.id()).watch((port, nowPs) -> {}));
      warnIfLate(switches, monitor);
      return running.call(() ->
          new RunResult(
              in.identity(),
              ending.status(),
              ending.message(),
              RunRecords.flows(spec, topology, in.workload(), traffic, ideal),
              queues(switches),
              unqueuedDrops(switches),
              0,
              samples(),
              TopologyDrawing.of(topology),
              cost.after(switches.packetHops())));
    }
  }

  /** Says so when RTTs were longer than the profile's because this machine was too slow. */
  private void warnIfLate(RawSwitches switches, RunMonitor monitor) {
    PathProfile longest = paths().longest();
    long meanPs = switches.meanLatenessPs();
    // There and back each link has its end served and each switch takes a frame in.
    double share = (double) meanPs * STAGES_A_LINK * longest.links() / longest.baseRttPs();
    if (share > MOST_LATE) {
      monitor.stage(
          "this machine did not keep time: RTTs were %.0f %% too long; a larger dilation or a quieter"
                  .formatted(100 * share)
              + " machine helps");
    }
  }

  private void watchQueues(RawSwitches switches) {
    for (Switch sw : in.topology().switches()) {
      StandaloneSwitch device = switches.device(sw.id());
      QueueDepthSampler sampler = new QueueDepthSampler(device.embedded(), switchSamples);
      KernelClock since = clock;
      device.watch((port, nowPs) -> sampler.sample(port, since.nowPs()));
    }
  }

  private List<SampleSeries> samples() {
    List<SampleSeries> all = new ArrayList<>(hostSamples.series());
    all.addAll(switchSamples.series());
    return all;
  }

  private List<QueueRecord> queues(RawSwitches switches) {
    List<QueueRecord> records = new ArrayList<>();
    for (Switch sw : in.topology().switches()) {
      for (Adjacency port : in.topology().adjacencies(sw)) {
        for (QueueStatus queue : switches.device(sw.id()).queues(List.of(port.port()))) {
          records.add(RunRecords.queue(sw.name(), port.port(), queue.queue(), queue.counters()));
        }
      }
    }
    return records;
  }

  private long unqueuedDrops(RawSwitches switches) {
    return in.topology().switches().stream()
            .mapToLong(sw -> RunRecords.unqueued(switches.device(sw.id()).counters()))
            .sum()
        + switches.lostOnWires();
  }
}
