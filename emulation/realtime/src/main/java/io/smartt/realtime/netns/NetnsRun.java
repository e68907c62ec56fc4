package io.smartt.realtime.netns;

import module java.base;

import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.smartt.base.concurrent.Closing;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.Port;
import io.smartt.base.topology.Topology;
import io.smartt.base.trace.CaptureInterface;
import io.smartt.base.trace.CaptureSink;
import io.smartt.experiment.SwitchPorts;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.run.Fabric.FabricRun;
import io.smartt.experiment.run.RunInputs;
import io.smartt.experiment.traffic.ProcessCost;
import io.smartt.host.own.CallWatch;
import io.smartt.host.packetio.KernelClock;
import io.smartt.host.packetio.PacketIoException;
import io.smartt.host.packetio.PacketIoHandler;
import io.smartt.host.packetio.ProcessPriority;
import io.smartt.realtime.AgentCapture;
import io.smartt.realtime.AgentProcess;
import io.smartt.realtime.AttachedHost;
import io.smartt.realtime.RealTimeHosts;
import io.smartt.realtime.RealTimeRun;
import io.smartt.realtime.RemoteAgent;
import io.smartt.realtime.RemoteHosts;
import io.smartt.realtime.WarmUp;

/**
 * A run on the netns fabric: hosts and switches in network namespaces, real frames between them, in
 * real time. All switches share one event loop; so do all hosts, which is what two cores carry
 * best, unless each is to have an agent process of its own.
 */
public final class NetnsRun implements FabricRun {
  private static final String LOOPS = "smartt-packets";

  private final RunInputs in;
  private final KernelClock clock = new KernelClock();
  private final List<BackgroundTcp.TcpStream> streams;
  private Optional<String> cold = Optional.empty();

  /** Prepares a run of an experiment. */
  public NetnsRun(RunInputs in) {
    this.in = in;
    streams =
        BackgroundTcp.TcpStream.parseAll(
            NetnsSettings.SECTION.read(in.spec().settings()).tcp(), in.topology());
  }

  @Override
  public RunResult run(Optional<CaptureSink> capture, RunMonitor monitor) {
    NetnsSettings settings = NetnsSettings.SECTION.read(in.spec().settings());
    PacketIoHandler.IdleStrategy mode = settings.idle();
    MultiThreadIoEventLoopGroup loops =
        new MultiThreadIoEventLoopGroup(
            2, new DefaultThreadFactory(LOOPS, true), PacketIoHandler.factory(mode));
    try {
      if (settings.raisedPriority()) {
        ProcessPriority.raiseProcess();
      }
      if (settings.warmUpS() > 0 && inThisProcess(settings)) {
        monitor.next("warming up with 4 hosts, for the JVM to compile what frames pass");
        long endNs = System.nanoTime() + Math.round(settings.warmUpS() * 1e9);
        cold = WarmUp.cold(warmUp(loops, new WarmUp.Until(endNs, monitor)), settings.warmUpS());
      } else {
        cold = Optional.of(WarmUp.NONE);
      }
      if (settings.raisedPriority()) {
        // Not before: the JVM's compilers would wait for loops that have work.
        ProcessPriority.raiseThreads(LOOPS);
      }
      return once(loops, capture, monitor);
    } catch (PacketIoException e) {
      throw new RunFailedException(e);
    } finally {
      if (settings.raisedPriority()) {
        ProcessPriority.restore();
      }
      loops.shutdownGracefully(0, 2, TimeUnit.SECONDS).syncUninterruptibly();
    }
  }

  private Optional<RunResult> warmUp(MultiThreadIoEventLoopGroup loops, WarmUp.Until until) {
    RunInputs small = WarmUp.of(in);
    try (CallWatch.Watching _ = small.hosts().watchCalls()) {
      return Optional.of(new NetnsRun(small).once(loops, Optional.empty(), until));
    } catch (RunMonitor.RunInterruptedException e) {
      // Its time was over before it began; or the user asked to stop, which is looked at next.
      return Optional.empty();
    }
  }

  private RunResult once(
      MultiThreadIoEventLoopGroup loops, Optional<CaptureSink> capture, RunMonitor monitor) {
    ProcessCost cost = ProcessCost.start();
    EventLoop hostLoop = loops.next();
    Taps taps = new Taps(in.topology(), capture, clock);
    SwitchPorts ports =
        new SwitchPorts(in.spec(), new PathProfiles(in.topology(), in.spec().packets()));
    try (NetnsNetwork network =
        NetnsNetwork.open(in.network(), ports, in.programs(), loops.next(), taps, clock, monitor)) {
      return carry(network, hostLoop, taps, cost, monitor);
    }
  }

  private boolean inThisProcess(NetnsSettings settings) {
    return settings.switches() == NetnsSettings.ProcessPlacement.TOGETHER
        && in.spec().switches().own();
  }

  /** The watchers of each port: a capture's, or none. */
  private record Taps(Topology topology, Optional<CaptureSink> capture, KernelClock clock)
      implements Function<Port, List<ChannelHandler>> {
    @Override
    public List<ChannelHandler> apply(Port port) {
      return capture
          .map(sink -> List.<ChannelHandler>of(new PortCapture(sink, clock, number(port))))
          .orElse(List.of());
    }

    private int number(Port port) {
      return Optional.ofNullable(CaptureInterface.numbers(topology).get(port)).orElseThrow();
    }
  }

  private RunResult carry(
      NetnsNetwork network, EventLoop loop, Taps taps, ProcessCost cost, RunMonitor monitor) {
    if (NetnsSettings.SECTION.read(in.spec().settings()).agents()
        == NetnsSettings.ProcessPlacement.TOGETHER) {
      try (RealTimeHosts hosts = new LocalHosts(in, network.namespaces(), loop, clock, taps)) {
        return carry(network, hosts, cost, monitor);
      }
    }
    monitor.next("starting " + in.topology().hosts().size() + " agents");
    try (AgentProcesses processes = AgentProcesses.start(in, network.namespaces());
        RealTimeHosts hosts =
            new RemoteHosts(
                in,
                AttachedHost.nearby(in.topology(), processes.agents),
                clock,
                taps.capture().map(sink -> new AgentCapture(sink, in.topology(), false)),
                processes::ended)) {
      return carry(network, hosts, cost, monitor);
    }
  }

  private RunResult carry(
      NetnsNetwork network, RealTimeHosts hosts, ProcessCost cost, RunMonitor monitor) {
    BackgroundTcp tcp = new BackgroundTcp(network.namespaces(), in.topology(), streams);
    return new RealTimeRun(in, hosts, network.switches(), tcp, cold, Optional.empty())
        .run(cost, monitor);
  }

  /** An agent process for each host of a network of namespaces. */
  static final class AgentProcesses implements AutoCloseable {
    private final List<AgentProcess> processes = new ArrayList<>();
    private final List<RemoteAgent> agents = new ArrayList<>();

    private AgentProcesses() {}

    /**
     * Starts all and waits for all.
     *
     * @throws io.smartt.base.failure.RunFailedException if one does not start; none is left then
     */
    static AgentProcesses start(RunInputs in, NamespaceNetwork network) {
      AgentProcesses started = new AgentProcesses();
      try {
        for (Host host : in.topology().hosts()) {
          started.processes.add(
              AgentProcess.start(
                  host.name(),
                  network.prefix() + host.name(),
                  NamespaceNetwork.interfaceName(new Port(host, Host.NIC_PORT)),
                  in.logs()));
        }
        started.processes.forEach(
            process -> started.agents.add(process.connect(AgentProcess.START)));
        return started;
      } catch (RuntimeException e) {
        throw Closing.after(e, started);
      }
    }

    /** Returns how the agent of a host ended, if it did. */
    Optional<String> ended(Host host) {
      return processes.get(host.index()).ended();
    }

    @Override
    public void close() {
      List<AutoCloseable> all = new ArrayList<>(agents);
      all.addAll(processes);
      Closing.all("ending the agents", all);
    }
  }
}
