package io.smartt.realtime.netns;

import module java.base;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.smartt.base.concurrent.Closing;
import io.smartt.base.failure.LinkCondition;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Node;
import io.smartt.base.topology.Port;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.base.trace.CaptureInterface;
import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.run.ControlPlane;
import io.smartt.experiment.run.LiveCaptureFile;
import io.smartt.experiment.run.LiveNetwork;
import io.smartt.experiment.run.LiveNetwork.LivePlan;
import io.smartt.experiment.run.RunInputs;
import io.smartt.experiment.traffic.ProcessCost;
import io.smartt.host.packetio.KernelClock;
import io.smartt.host.packetio.PacketIoException;
import io.smartt.host.packetio.PacketIoHandler;
import io.smartt.host.packetio.ProcessPriority;
import io.smartt.realtime.RealTimeHosts;
import io.smartt.realtime.StandingNetwork;
import io.smartt.softswitch.SwitchCounters;
import io.smartt.softswitch.backend.SwitchBackend.QueueStatus;
import io.smartt.softswitch.backend.SwitchCounts;
import io.smartt.workload.Workload;
import org.jspecify.annotations.Nullable;

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
  private final NetnsCapture capture;
  private final NetnsNetwork network;
  private final StandingNetwork standing;
  private final AtomicBoolean closed = new AtomicBoolean();

  private NetnsLiveNetwork(
      LivePlan plan, Clock wall, MultiThreadIoEventLoopGroup loops, RunMonitor monitor) {
    this.plan = plan;
    this.wall = wall;
    this.loops = loops;
    hostLoop = loops.next();
    EventLoop switchLoop = loops.next();
    capture = new NetnsCapture(plan.topology(), switchLoop);
    network =
        NetnsNetwork.open(
            plan.network(),
            plan.ports(),
            plan.programs(),
            switchLoop,
            capture::tap,
            new KernelClock(),
            monitor);
    standing = new StandingNetwork(network.switches());
  }

  /** Builds it; nothing is left behind if that fails. */
  public static NetnsLiveNetwork build(LivePlan plan, Clock wall, RunMonitor monitor) {
    NetnsSettings settings = NetnsSettings.SECTION.read(plan.spec().settings());
    MultiThreadIoEventLoopGroup loops =
        new MultiThreadIoEventLoopGroup(
            2, new DefaultThreadFactory(LOOPS, true), PacketIoHandler.factory(settings.idle()));
    try {
      NetnsLiveNetwork built = new NetnsLiveNetwork(plan, wall, loops, monitor);
      try {
        HostNames.write(built.network.namespaces().prefix(), plan.topology());
        if (settings.raisedPriority()) {
          // The threads alone: programs in hosts would inherit what the process has.
          ProcessPriority.raiseThreads(LOOPS);
        }
        return built;
      } catch (RuntimeException e) {
        throw Closing.after(e, built.network);
      }
    } catch (RuntimeException e) {
      throw Closing.after(
          e instanceof PacketIoException ? new RunFailedException(e) : e, () -> end(loops));
    }
  }

  private static void end(MultiThreadIoEventLoopGroup loops) {
    loops.shutdownGracefully(0, 2, TimeUnit.SECONDS).syncUninterruptibly();
  }

  @Override
  public LivePlan plan() {
    return plan;
  }

  @Override
  public OptionalLong ping(Host from, Host to) {
    return network.namespaces().ping(from.name(), to.ipv4());
  }

  @Override
  public boolean runsPrograms() {
    return true;
  }

  @Override
  public ProcessBuilder program(Host host, String command) {
    return network.namespaces().program(host.name(), command);
  }

  @Override
  public void setUp(Link link, boolean up) {
    plan.setUp(link, up);
    network.switches().set(link, LinkCondition.WELL.withUp(up));
    network.switches().program(plan.topology(), RunMonitor.NONE);
  }

  @Override
  public RunResult run(Workload workload, RunMonitor monitor) {
    ProcessCost cost = ProcessCost.start();
    RunInputs in = plan.inputs(workload);
    try (RealTimeHosts hosts =
        new LocalHosts(in, network.namespaces(), hostLoop, network.clock(), _ -> List.of())) {
      return standing.carry(in, hosts, cost, monitor);
    }
  }

  @Override
  public ProgrammedSwitch programmed(Switch sw) {
    return network.switches().programmed(sw);
  }

  @Override
  public List<QueueStatus> queues(Switch sw) {
    return network.switches().device(sw).queues();
  }

  @Override
  public SwitchCounters counters(Switch sw) {
    return network.switches().device(sw).counters();
  }

  @Override
  public SwitchCounts counts() {
    return network.switches().counts();
  }

  @Override
  public String place(Node node) {
    return node instanceof Host
        ? network.namespaces().prefix() + node.name()
        : String.valueOf(network.namespaces().switches().file().getFileName());
  }

  @Override
  public Optional<ControlPlane.Endpoint> p4Runtime() {
    return network.switches().p4Runtime();
  }

  @Override
  public void capture(Path file) {
    capture.begin(file, network.namespaces(), hostLoop, wall);
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
          List.<AutoCloseable>of(capture::end, network, () -> end(loops)));
    }
  }

  /**
   * Captures of a live network in namespaces: a tap at each switch port, and while there is a
   * capture a socket of its own at each host. Every frame is received at one end of each link and
   * so seen once.
   */
  static final class NetnsCapture {
    private final Topology topology;
    private final EventLoop switchLoop;
    private final Map<Port, Tap> taps = new HashMap<>();
    private final PortTaps hostSockets = PortTaps.none();
    private Optional<LiveCaptureFile> file = Optional.empty();

    /** A tap at a switch port; idle until it is given a capture. */
    private static final class Tap extends ChannelInboundHandlerAdapter {
      private @Nullable PortCapture capture;

      @Override
      public void channelRead(ChannelHandlerContext context, Object message) {
        PortCapture running = capture;
        if (running == null) {
          context.fireChannelRead(message);
        } else {
          running.channelRead(context, message);
        }
      }
    }

    /**
     * @param switchLoop of all switch ports
     */
    NetnsCapture(Topology topology, EventLoop switchLoop) {
      this.topology = topology;
      this.switchLoop = switchLoop;
    }

    /** Returns what is to look at each switch port. */
    List<ChannelHandler> tap(Port port) {
      return List.of(taps.computeIfAbsent(port, _ -> new Tap()));
    }

    void begin(Path path, NamespaceNetwork network, EventLoop hostLoop, Clock wall) {
      end();
      LiveCaptureFile opened = LiveCaptureFile.create(path, topology, wall.instant());
      file = Optional.of(opened);
      KernelClock clock = new KernelClock();
      Map<Port, PortCapture> captures = new HashMap<>();
      CaptureInterface.numbers(topology)
          .forEach(
              (port, number) -> captures.put(port, new PortCapture(opened.sink(), clock, number)));
      for (Host host : topology.hosts()) {
        Port nic = new Port(host, Host.NIC_PORT);
        hostSockets.open(
            network.namespace(host),
            nic,
            hostLoop,
            List.of(Optional.ofNullable(captures.get(nic)).orElseThrow()));
      }
      switchLoop
          .submit(() -> taps.forEach((port, tap) -> tap.capture = captures.get(port)))
          .syncUninterruptibly();
    }

    /** Returns how many frames the file has; 0 where there was none. */
    long end() {
      if (file.isEmpty()) {
        return 0;
      }
      switchLoop
          .submit(() -> taps.values().forEach(tap -> tap.capture = null))
          .syncUninterruptibly();
      hostSockets.close();
      LiveCaptureFile done = file.get();
      file = Optional.empty();
      return done.end();
    }
  }
}
