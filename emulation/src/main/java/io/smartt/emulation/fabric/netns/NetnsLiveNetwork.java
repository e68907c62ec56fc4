package io.smartt.emulation.fabric.netns;

import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.emulation.concurrent.Closing;
import io.smartt.emulation.experiment.FailurePlan;
import io.smartt.emulation.experiment.PlannedFailure;
import io.smartt.emulation.fabric.realtime.LinkWatch;
import io.smartt.emulation.fabric.realtime.RealTimeHosts;
import io.smartt.emulation.fabric.realtime.RealTimeTraffic;
import io.smartt.emulation.fabric.realtime.TimelinessJudge;
import io.smartt.emulation.failure.LinkCondition;
import io.smartt.emulation.failure.RunFailedException;
import io.smartt.emulation.report.RunEvent;
import io.smartt.emulation.report.RunEvents;
import io.smartt.emulation.report.RunHistory;
import io.smartt.emulation.report.RunMonitor;
import io.smartt.emulation.report.RunResult;
import io.smartt.emulation.report.SampleRecorder;
import io.smartt.emulation.report.Timeliness;
import io.smartt.emulation.run.ControlPlane;
import io.smartt.emulation.run.LiveNetwork;
import io.smartt.emulation.run.LivePlan;
import io.smartt.emulation.run.RunInputs;
import io.smartt.emulation.run.TrafficUnderWay;
import io.smartt.emulation.settings.SettingKeys;
import io.smartt.emulation.softswitch.SwitchCounters;
import io.smartt.emulation.softswitch.backend.QueueStatus;
import io.smartt.emulation.softswitch.backend.SwitchBackends;
import io.smartt.emulation.softswitch.backend.SwitchCounts;
import io.smartt.emulation.topology.Host;
import io.smartt.emulation.topology.Link;
import io.smartt.emulation.topology.Node;
import io.smartt.emulation.topology.PathProfiles;
import io.smartt.emulation.topology.Switch;
import io.smartt.emulation.topology.Topology;
import io.smartt.emulation.traffic.FlowClock;
import io.smartt.emulation.traffic.ProcessCost;
import io.smartt.emulation.traffic.Traffic;
import io.smartt.emulation.workload.Workload;
import io.smartt.host.packetio.IdleStrategy;
import io.smartt.host.packetio.KernelClock;
import io.smartt.host.packetio.PacketIoException;
import io.smartt.host.packetio.PacketIoHandler;
import io.smartt.host.packetio.ProcessPriority;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A live network of network namespaces, in real time: hosts have the transport and the kernel's
 * stack, so that any program runs in them.
 */
public final class NetnsLiveNetwork implements LiveNetwork {
  private static final String LOOPS = "smartt-shell-packets";

  private final LivePlan plan;
  private final Clock wall;
  private final MultiThreadIoEventLoopGroup loops;
  private final EventLoop hostLoop;
  private final NamespaceNetwork network;
  private final NetnsCapture capture;
  private final InProcessSwitches switches;
  private final ControlPlane control;
  private final AtomicBoolean closed = new AtomicBoolean();

  private NetnsLiveNetwork(
      LivePlan plan,
      Clock wall,
      MultiThreadIoEventLoopGroup loops,
      NamespaceNetwork network,
      RunMonitor monitor) {
    this.plan = plan;
    this.wall = wall;
    this.loops = loops;
    this.network = network;
    hostLoop = loops.next();
    EventLoop switchLoop = loops.next();
    capture = new NetnsCapture(plan.topology(), switchLoop);
    switches =
        InProcessSwitches.start(
            network,
            plan.topology(),
            switchLoop,
            new KernelClock(),
            plan.spec().seed(),
            new SwitchBackends(
                plan.topology(),
                plan::queues,
                plan.spec().settings().get(SettingKeys.LINK_LOSS) / 100),
            capture::tap);
    control = programmed(plan, switches, monitor);
  }

  /** The switches end with what cannot be programmed. */
  private static ControlPlane programmed(
      LivePlan plan, InProcessSwitches switches, RunMonitor monitor) {
    try {
      ControlPlane control = ControlPlane.overTcp(switches.devices(), plan.programs());
      try {
        monitor.stage("programming " + switches.devices().size() + " switches over P4Runtime");
        plan.program(control);
        return control;
      } catch (RuntimeException e) {
        control.close();
        throw e;
      }
    } catch (RuntimeException e) {
      switches.close();
      throw e;
    }
  }

  /** Builds it; nothing is left behind if that fails. */
  public static NetnsLiveNetwork build(LivePlan plan, Clock wall, RunMonitor monitor) {
    NetnsSettings settings = NetnsSettings.SECTION.read(plan.spec().settings());
    IdleStrategy mode = settings.idle();
    Topology topology = plan.topology();
    monitor.stage(
        "building %d network namespaces and %d veth pairs"
            .formatted(topology.hosts().size() + 1, topology.links().size()));
    MultiThreadIoEventLoopGroup loops =
        new MultiThreadIoEventLoopGroup(
            2, new DefaultThreadFactory(LOOPS, true), PacketIoHandler.factory(mode));
    NamespaceNetwork network = null;
    try {
      network = NamespaceNetwork.build(topology);
      HostNames.write(network.prefix(), topology);
      NetnsLiveNetwork built = new NetnsLiveNetwork(plan, wall, loops, network, monitor);
      if (settings.raisedPriority()) {
        // The threads alone: programs in hosts would inherit what the process has.
        ProcessPriority.raiseThreads(LOOPS);
      }
      return built;
    } catch (RuntimeException e) {
      loops.shutdownGracefully(0, 2, TimeUnit.SECONDS).syncUninterruptibly();
      if (network != null) {
        network.close();
      }
      throw e instanceof PacketIoException
          ? new RunFailedException(String.valueOf(e.getMessage()), e)
          : e;
    }
  }

  @Override
  public String fabric() {
    return plan.spec().fabric();
  }

  @Override
  public Topology topology() {
    return plan.topology();
  }

  @Override
  public OptionalLong ping(Host from, Host to) {
    return network.ping(from.name(), to.ipv4());
  }

  @Override
  public boolean runsPrograms() {
    return true;
  }

  @Override
  public ProcessBuilder program(Host host, String command) {
    return network.program(host.name(), command);
  }

  @Override
  public void setUp(Link link, boolean up) {
    plan.setUp(link, up);
    switches.set(link, LinkCondition.WELL.withUp(up));
    plan.program(control);
  }

  @Override
  public Workload workload(String nameOrFile) {
    return plan.workload(nameOrFile);
  }

  @Override
  public RunResult run(Workload workload, RunMonitor monitor) {
    ProcessCost cost = ProcessCost.start();
    RunInputs in = plan.inputs(workload);
    SwitchCounts before = counts();
    KernelClock clock = new KernelClock();
    SampleRecorder samples = new SampleRecorder(in.spec().sampling());
    PathProfiles paths = new PathProfiles(in.topology(), in.spec().packets());
    try (RealTimeHosts hosts = new LocalHosts(in, network, hostLoop, clock, _ -> List.of())) {
      FlowClock oneClock = hosts.clock();
      Traffic traffic =
          new Traffic(
              in.topology(),
              _ -> oneClock,
              workload,
              FailurePlan.of(in.spec(), in.topology()).speeds(),
              paths,
              samples);
      hosts.connect(traffic);
      RunEvents events = new RunEvents();
      LinkWatch links =
          new LinkWatch(
              in.topology(), sw -> switches.device(sw.id()).portsDown(), System::nanoTime);
      monitor.running(
          new TrafficUnderWay(in, traffic, new Here(hosts, before, samples, events), cost));
      RealTimeTraffic watched =
          new RealTimeTraffic(in, traffic, hosts, paths.longest().baseRttPs(), events);
      RealTimeTraffic.Ending ending =
          watched.run(switches::set, timePs -> links.look(timePs, events, monitor), monitor);
      for (PlannedFailure failure : FailurePlan.of(in.spec(), in.topology()).failures()) {
        switches.set(failure.link(), LinkCondition.WELL.withUp(in.topology().isUp(failure.link())));
      }
      SwitchCounts own = counts().since(before);
      RunResult result =
          hosts.call(() ->
              in.result(
                  traffic, ending.status(), ending.message(), own, 0, samples.samples(), cost));
      // Programs in hosts may use the network, and switches' lateness is since the network began.
      Timeliness timeliness =
          TimelinessJudge.judge(
              in,
              result.withPackets(own.packets()),
              events.list(),
              true,
              0,
              hosts.lateness(),
              watched.stallShare());
      return result
          .withReorderPeak(hosts.reorderPeak())
          .with(new RunHistory(events.list(), Optional.of(timeliness)));
    }
  }

  /** Traffic on this network. */
  private final class Here implements TrafficUnderWay.Place {
    private final RealTimeHosts hosts;
    private final SwitchCounts before;
    private final SampleRecorder samples;
    private final RunEvents events;

    Here(RealTimeHosts hosts, SwitchCounts before, SampleRecorder samples, RunEvents events) {
      this.hosts = hosts;
      this.before = before;
      this.samples = samples;
      this.events = events;
    }

    @Override
    public <T> T call(Supplier<T> task) {
      return hosts.call(task);
    }

    @Override
    public SwitchCounts counts() {
      return NetnsLiveNetwork.this.counts().since(before);
    }

    @Override
    public void readSamples(Consumer<SampleRecorder> reader) {
      hosts.call(() -> {
        reader.accept(samples);
        return true;
      });
    }

    @Override
    public List<RunEvent> happened() {
      return events.list();
    }
  }

  @Override
  public ProgrammedSwitch programmed(Switch sw) {
    return control.programmed(sw.id() - 1);
  }

  @Override
  public List<QueueStatus> queues(Switch sw) {
    return switches.device(sw.id()).queues();
  }

  @Override
  public SwitchCounters counters(Switch sw) {
    return switches.device(sw.id()).counters();
  }

  @Override
  public SwitchCounts counts() {
    return plan.topology().switches().stream()
        .map(sw -> switches.device(sw.id()).counts())
        .reduce(SwitchCounts.NONE, SwitchCounts::plus);
  }

  @Override
  public String place(Node node) {
    return node instanceof Host
        ? network.prefix() + node.name()
        : String.valueOf(network.switches().file().getFileName());
  }

  @Override
  public Optional<ControlPlane.Endpoint> p4Runtime() {
    return control.endpoint();
  }

  @Override
  public void capture(Path file) {
    capture.begin(file, network, hostLoop, wall);
  }

  @Override
  public long endCapture() {
    return capture.end();
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      Closing.all(
          "taking the network down",
          List.<AutoCloseable>of(
              capture::end,
              control,
              switches,
              () -> loops.shutdownGracefully(0, 2, TimeUnit.SECONDS).syncUninterruptibly(),
              network));
    }
  }
}
