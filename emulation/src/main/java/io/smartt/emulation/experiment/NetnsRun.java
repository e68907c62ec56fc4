package io.smartt.emulation.experiment;

import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.netns.Bmv2Binary;
import io.smartt.emulation.netns.NamespaceNetwork;
import io.smartt.emulation.netns.PortCapture;
import io.smartt.emulation.report.RunFailedException;
import io.smartt.emulation.report.RunInterruptedException;
import io.smartt.emulation.report.RunMonitor;
import io.smartt.emulation.report.RunResult;
import io.smartt.emulation.report.SampleRecorder;
import io.smartt.emulation.report.SampleSeries;
import io.smartt.emulation.topology.Host;
import io.smartt.emulation.topology.Link;
import io.smartt.emulation.topology.PathProfile;
import io.smartt.emulation.topology.PathProfiles;
import io.smartt.emulation.topology.Port;
import io.smartt.emulation.topology.Topology;
import io.smartt.emulation.trace.CaptureSink;
import io.smartt.emulation.workload.ideal.IdealModel;
import io.smartt.emulation.workload.ideal.IdealTimes;
import io.smartt.host.agent.HostAgent;
import io.smartt.host.agent.PatternPayload;
import io.smartt.host.packetio.KernelClock;
import io.smartt.host.packetio.LoopMode;
import io.smartt.host.packetio.PacketChannel;
import io.smartt.host.packetio.PacketIoException;
import io.smartt.host.packetio.PacketIoHandler;
import io.smartt.host.packetio.PacketOptions;
import io.smartt.host.packetio.ProcessPriority;
import io.smartt.host.transport.Destination;
import io.smartt.host.transport.TransportEndpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
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
  private static final Path SELF = Path.of("/proc/self");
  private static final String INSTEAD = "the virtual fabric needs neither: --set fabric=virtual";

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
    if (!isRoot()) {
      throw new UserInputException(
          "fabric 'netns' needs root on Linux (sudo ./smartt run ...); " + INSTEAD);
    }
    if (spec.lossless()) {
      throw new UserInputException(
          "scheme "
              + spec.scheme().spelling()
              + " needs switches that pause their peers (PFC), which fabric 'netns' has not; "
              + "fabric 'virtual' has");
    }
    if (spec.settings().get(SettingKeys.SWITCH_KIND) == SwitchKind.BMV2) {
      requireBmv2(spec);
    }
  }

  private static void requireBmv2(ExperimentSpec spec) {
    Bmv2Binary.find();
    if (spec.trimming() == Trimming.ASIC) {
      throw new UserInputException("switch bmv2 trims in its program only: trimming p4 or off");
    }
    for (SettingKey<?> key : List.of(SettingKeys.LINK_LOSS, SettingKeys.LINK_FAILURES)) {
      if (!spec.settings().text(key).equals(key.standard())) {
        throw new UserInputException(
            "%s is %s: BMv2 switches neither lose packets at random nor take links down"
                .formatted(key.name(), spec.settings().text(key)));
      }
    }
  }

  private static boolean isRoot() {
    try {
      return Files.exists(SELF)
          && Files.getAttribute(SELF, "unix:uid") instanceof Integer uid
          && uid == 0;
    } catch (IOException | UnsupportedOperationException e) {
      return false;
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
      if (settings.rehearsalS() > 0 && inThisProcess(settings)) {
        monitor.next("rehearsing with 4 hosts, for the JVM to compile what frames pass");
        long endNs = System.nanoTime() + Math.round(settings.rehearsalS() * 1e9);
        rehearse(loops, new Rehearsal.Until(endNs, monitor));
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

  private void rehearse(MultiThreadIoEventLoopGroup loops, Rehearsal.Until until) {
    try {
      new NetnsRun(Rehearsal.of(in)).once(loops, Optional.empty(), until);
    } catch (RunInterruptedException e) {
      // Its time was over before it began; or the user asked to stop, which is looked at next.
    }
  }

  private RunResult once(
      MultiThreadIoEventLoopGroup loops, Optional<CaptureSink> capture, RunMonitor monitor) {
    ProcessCost cost = ProcessCost.start();
    Topology topology = in.topology();
    monitor.next(
        "building %d network namespaces and %d veth pairs"
            .formatted(topology.hosts().size() + 1, topology.links().size()));
    try (NamespaceNetwork network = NamespaceNetwork.build(topology)) {
      EventLoop hostLoop = loops.next();
      EventLoop switchLoop = loops.next();
      Taps taps = new Taps(topology, capture, clock);
      NetnsSwitches switches =
          new NetnsSwitches(in, network, new SwitchPorts(in.spec(), paths()), switchLoop, taps);
      try (NetnsSwitches.Running running = switches.start(monitor)) {
        monitor.next("programming " + topology.switches().size() + " switches over P4Runtime");
        running.program();
        return carry(network, running, hostLoop, taps, cost, monitor);
      }
    }
  }

  private boolean inThisProcess(NetnsSettings settings) {
    return settings.switches() == SwitchPlace.TOGETHER
        && in.spec().settings().get(SettingKeys.SWITCH_KIND) == SwitchKind.EMBEDDED;
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
      NetnsSwitches.Running switches,
      EventLoop loop,
      Taps taps,
      ProcessCost cost,
      RunMonitor monitor) {
    ExperimentSpec spec = in.spec();
    Topology topology = in.topology();
    IdealTimes ideal = new IdealModel(topology, spec.packets()).times(in.workload());
    StartClock oneClock = new LoopClock(loop, clock::nowPs);
    Traffic traffic = new Traffic(topology, host -> oneClock, in.workload(), paths(), hostSamples);
    List<HostAgent> agents = new ArrayList<>();
    try {
      SplittableRandom random = new SplittableRandom(spec.seed());
      for (Host host : topology.hosts()) {
        agents.add(agent(network, host, traffic, random.split(), loop, taps));
      }
      switches.sample(new SwitchSamples(clock, switchSamples));
      RealTimeTraffic running =
          new RealTimeTraffic(in, traffic, agents, loop, clock, paths().longest().baseRttPs());
      RealTimeTraffic.Ending ending = running.run(switches.all(), switches::programAgain, monitor);
      switches.sampleNoMore();
      warnIfLate(switches, monitor);
      return running.call(() ->
          new RunResult(
              in.identity(),
              ending.status(),
              ending.message(),
              RunRecords.flows(spec, topology, in.workload(), traffic, ideal),
              switches.queues(),
              switches.unqueuedDrops(),
              0,
              samples(),
              TopologyDrawing.of(topology),
              cost.after(switches.packetHops())));
    } finally {
      agents.forEach(HostAgent::close);
    }
  }

  /** Says so when RTTs were longer than the profile's because this machine was too slow. */
  private void warnIfLate(NetnsSwitches.Running switches, RunMonitor monitor) {
    PathProfile longest = paths().longest();
    long meanPs = switches.all().meanLatenessPs();
    // There and back each link has its end served and each switch takes a frame in.
    double share = (double) meanPs * STAGES_A_LINK * longest.links() / longest.baseRttPs();
    if (share > MOST_LATE) {
      monitor.stage(
          "this machine did not keep time: RTTs were %.0f %% too long; a larger dilation or a quieter"
                  .formatted(100 * share)
              + " machine helps");
    }
  }

  private HostAgent agent(
      NamespaceNetwork network,
      Host host,
      Traffic traffic,
      SplittableRandom random,
      EventLoop loop,
      Taps taps) {
    long linkBps = in.topology().access(host).link().rateBps();
    TransportEndpoint endpoint =
        in.hosts()
            .endpoint(
                new Destination(host.ipv4(), host.mac()), linkBps, traffic.listener(host), random);
    endpoint.payloadSink(PatternPayload.checker());
    Port nic = new Port(host, Host.NIC_PORT);
    PacketChannel channel =
        network
            .namespace(host)
            .call(
                () -> PacketChannel.open(NamespaceNetwork.interfaceName(nic), PacketOptions.HOST));
    return HostAgent.start(channel, loop, endpoint, host.ipv4(), linkBps, clock, taps.apply(nic));
  }

  private List<SampleSeries> samples() {
    List<SampleSeries> all = new ArrayList<>(hostSamples.series());
    all.addAll(switchSamples.series());
    return all;
  }
}
