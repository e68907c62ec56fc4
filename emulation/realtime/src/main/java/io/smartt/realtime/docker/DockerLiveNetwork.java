package io.smartt.realtime.docker;

import module java.base;

import io.smartt.base.concurrent.Closing;
import io.smartt.base.counters.Drops;
import io.smartt.base.counters.Drops.DropReason;
import io.smartt.base.failure.LinkCondition;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Node;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.run.LiveCaptureFile;
import io.smartt.experiment.run.LiveNetwork;
import io.smartt.experiment.run.LiveNetwork.LivePlan;
import io.smartt.experiment.run.RunInputs;
import io.smartt.experiment.traffic.ProcessCost;
import io.smartt.host.packetio.KernelClock;
import io.smartt.realtime.AgentCapture;
import io.smartt.realtime.AttachedHost;
import io.smartt.realtime.RemoteAgent;
import io.smartt.realtime.RemoteHosts;
import io.smartt.realtime.StandingNetwork;
import io.smartt.realtime.containers.NodePrograms;
import io.smartt.realtime.containers.RemoteSwitches;
import io.smartt.realtime.containers.RunSecrets;
import io.smartt.softswitch.SwitchCounters;
import io.smartt.softswitch.backend.SwitchBackend.QueueStatus;
import io.smartt.softswitch.backend.SwitchCounts;
import io.smartt.workload.Workload;

/**
 * A live network of containers, in real time. Kernels of hosts have their addresses, so that any
 * program of the image runs in them.
 */
final class DockerLiveNetwork implements LiveNetwork {
  private static final int PING_TIMEOUT_MS = 2_000;
  private static final long PS_PER_NS = 1_000;

  private final LivePlan plan;
  private final Clock wall;
  private final DockerEngine engine;
  private final DockerFabric fabric;
  private final RemoteSwitches switches;
  private final StandingNetwork standing;
  private final List<RemoteAgent> agents = new ArrayList<>();
  private final KernelClock clock = new KernelClock();
  private final AtomicBoolean closed = new AtomicBoolean();
  private Optional<LiveCaptureFile> capture = Optional.empty();
  private Optional<Boolean> programs = Optional.empty();

  private DockerLiveNetwork(
      LivePlan plan,
      Clock wall,
      DockerEngine engine,
      DockerFabric fabric,
      RunSecrets secrets,
      RunMonitor monitor) {
    this.plan = plan;
    this.wall = wall;
    this.engine = engine;
    this.fabric = fabric;
    long begunNs = System.nanoTime();
    switches = new RemoteSwitches(plan.network(), fabric, secrets.access(), Map.of(), clock::nowPs);
    standing = new StandingNetwork(switches);
    try {
      Containers.bringUp(
          plan.topology(), fabric, secrets.access(), switches, agents, monitor, begunNs);
    } catch (RuntimeException e) {
      throw Closing.after(e, this::endConnections);
    }
  }

  /**
   * Builds it; nothing is left behind if that fails.
   *
   * @param numbers tells fabrics of one process apart
   */
  static DockerLiveNetwork build(
      LivePlan plan, Clock wall, RunMonitor monitor, AtomicInteger numbers) {
    Topology topology = plan.topology();
    if (DockerSettings.SECTION.read(plan.spec().settings()).swarm()) {
      throw new UserInputException("swarm: true has no shell and no labs; swarm: false has");
    }
    if (!DockerSettings.machines(plan.spec().settings()).isEmpty()) {
      throw new UserInputException("docker.machines has no shell and no labs; one engine has");
    }
    DockerEngine engine = DockerEngine.connect();
    try {
      List<String> names = NodePrograms.nodes(topology).stream().map(Node::name).toList();
      monitor.stage(
          "starting %d containers on %d networks"
              .formatted(names.size(), topology.links().size() + 1));
      RunSecrets secrets = RunSecrets.create(names, new SecureRandom(), wall.instant());
      DockerFabric fabric =
          DockerFabric.build(
              engine,
              "smartt-" + ProcessHandle.current().pid() + "-" + numbers.incrementAndGet(),
              EngineShare.whole(topology),
              DockerSettings.images(plan.spec().settings()),
              plan.spec().seed(),
              secrets.containerFiles(),
              NodePrograms::withStacks);
      try {
        return new DockerLiveNetwork(plan, wall, engine, fabric, secrets, monitor);
      } catch (RuntimeException e) {
        throw Closing.after(e, fabric);
      }
    } catch (RuntimeException e) {
      throw Closing.after(e, engine);
    }
  }

  @Override
  public LivePlan plan() {
    return plan;
  }

  @Override
  public OptionalLong ping(Host from, Host to) {
    OptionalLong rttNs = agents.get(from.index()).ping(to.ipv4(), PING_TIMEOUT_MS);
    return rttNs.isPresent() ? OptionalLong.of(rttNs.getAsLong() * PS_PER_NS) : rttNs;
  }

  /** Returns true if the image has programs: ours has none unless it was asked for. */
  @Override
  public boolean runsPrograms() {
    if (programs.isEmpty()) {
      programs = Optional.of(fabric.runs(plan.topology().hosts().getFirst(), "sh", "-c", "exit 0"));
    }
    return programs.get();
  }

  /** Returns the program by Docker's own client, which has the terminal. */
  @Override
  public ProcessBuilder program(Host host, String command) {
    if (!runsPrograms()) {
      throw new UserInputException(
          "%s: image '%s' has no 'sh'; 'smartt image build --with sh,ping,ip' makes one with these programs"
              .formatted(
                  command.split("\\s+", 2)[0],
                  DockerSettings.images(plan.spec().settings()).own()));
    }
    return new ProcessBuilder(
        "sh",
        "-c",
        "if [ -t 0 ]; then terminal=-t; fi;"
            + " exec docker --host \"$0\" exec -i $terminal \"$1\" sh -c \"$2\"",
        engine.address(),
        fabric.containerName(host),
        command);
  }

  @Override
  public void setUp(Link link, boolean up) {
    plan.setUp(link, up);
    switches.set(link, LinkCondition.WELL.withUp(up));
    switches.route(plan.topology());
  }

  @Override
  public RunResult run(Workload workload, RunMonitor monitor) {
    ProcessCost cost = ProcessCost.start();
    RunInputs in = plan.inputs(workload);
    try (RemoteHosts hosts =
        new RemoteHosts(
            in,
            AttachedHost.nearby(in.topology(), agents),
            clock,
            capture.map(file -> new AgentCapture(file.sink(), in.topology(), true)),
            fabric::became)) {
      return standing.carry(in, hosts, cost, monitor);
    }
  }

  @Override
  public ProgrammedSwitch programmed(Switch sw) {
    return switches.programmed(sw);
  }

  @Override
  public List<QueueStatus> queues(Switch sw) {
    return switches.backend(sw).queues();
  }

  /** A switch with a server counts by reason, a program's drops without what tells them apart. */
  @Override
  public SwitchCounters counters(Switch sw) {
    SwitchCounts counts = switches.backend(sw).counts();
    Drops drops = counts.packets().dropped();
    long program =
        Stream.of(DropReason.PROGRAM, DropReason.TTL)
            .mapToLong(reason -> drops.of(reason).orElse(0))
            .sum();
    return new SwitchCounters(
        counts.hops(), 0, program, drops.of(DropReason.NO_PORT).orElse(0), 0, 0);
  }

  @Override
  public SwitchCounts counts() {
    return switches.counts();
  }

  @Override
  public String place(Node node) {
    return fabric.containerName(node);
  }

  /** Agents capture while they carry traffic; what kernels send in between is not in it. */
  @Override
  public void capture(Path file) {
    endCapture();
    capture = Optional.of(LiveCaptureFile.create(file, plan.topology(), wall.instant()));
  }

  @Override
  public long endCapture() {
    Optional<LiveCaptureFile> done = capture;
    capture = Optional.empty();
    return done.map(LiveCaptureFile::end).orElse(0L);
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      Closing.all(
          "taking the network down",
          List.<AutoCloseable>of(this::endCapture, this::endConnections, fabric, engine));
    }
  }

  private void endConnections() {
    agents.forEach(RemoteAgent::close);
    switches.close();
  }
}
