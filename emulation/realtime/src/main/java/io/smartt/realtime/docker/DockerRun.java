package io.smartt.realtime.docker;

import module java.base;

import io.smartt.base.concurrent.Closing;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.Quantities;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Topology;
import io.smartt.base.trace.CaptureSink;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.run.Fabric.FabricRun;
import io.smartt.experiment.run.RunInputs;
import io.smartt.experiment.traffic.ProcessCost;
import io.smartt.host.packetio.KernelClock;
import io.smartt.realtime.AgentCapture;
import io.smartt.realtime.AttachedHost;
import io.smartt.realtime.ClockOffset;
import io.smartt.realtime.MachineNotes;
import io.smartt.realtime.RemoteAgent;
import io.smartt.realtime.RemoteHosts;
import io.smartt.realtime.WarmUp;
import io.smartt.realtime.containers.FabricAccess;
import io.smartt.realtime.containers.FabricNodes;
import io.smartt.realtime.containers.FabricNodes.ContainerFabric;
import io.smartt.realtime.containers.NodePrograms;
import io.smartt.realtime.containers.NodePrograms.FabricImages;
import io.smartt.realtime.containers.PathDelays;
import io.smartt.realtime.containers.RemoteSwitches;
import io.smartt.realtime.containers.RunSecrets;
import io.smartt.realtime.partition.Machine;
import io.smartt.realtime.partition.Partition;
import io.smartt.realtime.partition.Partitioner;

/** A run on the docker fabric: a container a host and a switch, real frames between them. */
public final class DockerRun implements FabricRun {
  /** The folder where a Compose file puts what the controller shows. */
  private static final Path SECRETS = Path.of("/etc/smartt");

  private static final String LEFT_BEHIND =
      "; what it left behind, 'smartt clean' removes when the engine is back";

  private static final long POLL_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(200);

  /** Runs of this process side by side. */
  private final AtomicInteger numbers;

  private final RunInputs in;
  private final KernelClock clock = new KernelClock();
  private final long begunNs = System.nanoTime();

  /**
   * @param numbers tells fabrics of one process apart
   */
  public DockerRun(RunInputs in, AtomicInteger numbers) {
    this.in = in;
    this.numbers = numbers;
  }

  @Override
  public RunResult run(Optional<CaptureSink> capture, RunMonitor monitor) {
    ProcessCost cost = ProcessCost.start();
    DockerSettings settings = DockerSettings.SECTION.read(in.spec().settings());
    List<Machine> machines = DockerSettings.machines(in.spec().settings());
    if (settings.attached()) {
      FabricAccess access =
          FabricAccess.ofFolder(SECRETS, System.getenv().getOrDefault("SMARTT_AGENT_TOKEN", ""));
      return run(new FabricNodes.NamedNodes(), access, MachineFacts.ONE, capture, cost, monitor);
    }
    if (!machines.isEmpty()) {
      return onMachines(machines, capture, cost, monitor);
    }
    Topology topology = in.topology();
    try (DockerEngine engine = DockerEngine.connect()) {
      monitor.stage(
          "starting %d containers on %d networks"
              .formatted(
                  topology.hosts().size() + topology.switches().size(),
                  topology.links().size() + (settings.swarm() ? 0 : 1)));
      RunSecrets secrets =
          secrets(settings.swarm() ? SwarmFabric.machines(engine).values() : List.of());
      ContainerFabric fabric = build(engine, name(), secrets, settings.swarm());
      return tidied(
          tidying(fabric),
          () -> run(fabric, secrets.access(), MachineFacts.ONE, capture, cost, monitor),
          engine::isThere);
    }
  }

  private RunResult onMachines(
      List<Machine> machines, Optional<CaptureSink> capture, ProcessCost cost, RunMonitor monitor) {
    Topology topology = in.topology();
    Partition partition = new Partitioner(false).cut(topology, machines);
    int cut = partition.cut().size();
    monitor.stage(
        "cutting %d of %d links between %d machines, %s across: %d containers, %d bridges, %d overlay networks"
            .formatted(
                cut,
                topology.links().size(),
                machines.size(),
                Quantities.formatBitsPerSecond(Partition.rateBps(partition.cut())),
                topology.hosts().size() + topology.switches().size(),
                topology.links().size() - cut + machines.size(),
                cut + 1));
    try (SwarmEngines engines = SwarmEngines.connect(machines)) {
      RunSecrets secrets = secrets(engines.addresses());
      MachinesFabric fabric =
          MachinesFabric.build(
              engines,
              partition,
              name(),
              DockerSettings.images(in.spec().settings()),
              in.spec().seed(),
              secrets);
      return tidied(
          tidying(fabric),
          () -> {
            monitor.next("measuring the ways between machines");
            MachineFacts facts =
                MachineFacts.of(fabric, secrets.access(), in.spec().packets().ipMtuBytes());
            facts.notes().forEach(monitor::stage);
            RunResult result = run(fabric, secrets.access(), facts, capture, cost, monitor);
            return result.status() == RunResult.RunStatus.FAILED
                ? engines.gone(partition).map(result::failedBy).orElse(result)
                : result;
          },
          () -> engines.gone(partition).isEmpty());
    }
  }

  private String name() {
    return "smartt-" + ProcessHandle.current().pid() + "-" + numbers.incrementAndGet();
  }

  private RunSecrets secrets(Collection<String> machines) {
    List<String> names = new ArrayList<>(machines);
    NodePrograms.nodes(in.topology()).forEach(node -> names.add(node.name()));
    return RunSecrets.create(names, new SecureRandom(), Instant.now());
  }

  private List<AutoCloseable> tidying(ContainerFabric fabric) {
    return List.of(() -> fabric.saveLogs(in.logs()), fabric);
  }

  /**
   * Runs and takes containers down, also after a failure. What an engine refuses then must not cost
   * what was measured; a fault of the program is thrown.
   */
  static RunResult tidied(
      List<AutoCloseable> tidying, Supplier<RunResult> run, BooleanSupplier enginesAreThere) {
    RunResult result;
    try {
      result = run.get();
    } catch (RuntimeException e) {
      List<Exception> more = tidyUp(tidying);
      more.forEach(e::addSuppressed);
      // Without its engine every container seems to fail, each in its own words.
      throw !more.isEmpty()
              && more.getFirst() instanceof RunFailedException refused
              && !enginesAreThere.getAsBoolean()
          ? new RunFailedException(String.valueOf(refused.getMessage()), e)
          : e;
    }
    List<Exception> failures = tidyUp(tidying);
    if (failures.isEmpty()) {
      return result;
    }
    Exception first = failures.removeFirst();
    if (first instanceof RunFailedException) {
      return result.failed(first.getMessage() + LEFT_BEHIND);
    }
    IllegalStateException fault = new IllegalStateException("taking containers down", first);
    failures.forEach(fault::addSuppressed);
    throw fault;
  }

  /** Takes containers down. Returns what failed, faults of the program before refusals. */
  private static List<Exception> tidyUp(List<AutoCloseable> tidying) {
    List<Exception> failures = Closing.failures(tidying);
    failures.sort(Comparator.comparing(RunFailedException.class::isInstance));
    return failures;
  }

  private ContainerFabric build(
      DockerEngine engine, String name, RunSecrets secrets, boolean swarm) {
    FabricImages images = DockerSettings.images(in.spec().settings());
    return swarm
        ? SwarmFabric.build(engine, name, in.topology(), images, in.spec().seed(), secrets)
        : DockerFabric.build(
            engine,
            name,
            EngineShare.whole(in.topology()),
            images,
            in.spec().seed(),
            secrets.containerFiles(),
            UnaryOperator.identity());
  }

  private RunResult run(
      FabricNodes nodes,
      FabricAccess access,
      MachineFacts facts,
      Optional<CaptureSink> capture,
      ProcessCost cost,
      RunMonitor monitor) {
    Topology topology = in.topology();
    List<RemoteAgent> agents = new CopyOnWriteArrayList<>();
    try (Closing.AtEnd _ = Closing.atEnd("leaving the agents", agents);
        RemoteSwitches switches =
            new RemoteSwitches(in.network(), nodes, access, facts.ways().delayPs(), clock::nowPs)) {
      Thread watcher = Thread.ofVirtual().start(() -> closeOnInterrupt(monitor, switches, agents));
      try {
        Containers.bringUp(topology, nodes, access, switches, agents, monitor, begunNs);
      } catch (RunFailedException e) {
        throw monitor.interrupted()
            ? new RunMonitor.RunInterruptedException("bringing containers up")
            : e;
      } finally {
        watcher.interrupt();
      }
      return WarmUp.thenRun(
          in,
          DockerSettings.SECTION.read(in.spec().settings()).warmUpS(),
          (inputs, tap) -> hosts(inputs, nodes, facts, agents, tap),
          switches,
          new MachineNotes(facts.notes()),
          capture,
          cost,
          monitor);
    }
  }

  /**
   * Closes connections when the user asks to stop, which who waits for a server that starts does
   * not hear. An interrupt ends this watch, so parking is right here: the next look at the
   * condition sees it.
   */
  private static void closeOnInterrupt(
      RunMonitor monitor, RemoteSwitches switches, List<RemoteAgent> agents) {
    while (!Thread.currentThread().isInterrupted()) {
      if (monitor.interrupted()) {
        switches.giveUp();
        agents.forEach(RemoteAgent::close);
      }
      LockSupport.parkNanos(POLL_INTERVAL_NS);
    }
  }

  private RemoteHosts hosts(
      RunInputs inputs,
      FabricNodes nodes,
      MachineFacts facts,
      List<RemoteAgent> agents,
      Optional<AgentCapture> capture) {
    return new RemoteHosts(
        inputs,
        AttachedHost.on(inputs.topology(), agents, facts::clockOffsetNs),
        clock,
        capture,
        nodes::became);
  }

  /**
   * The measurements between the machines of a run; nothing where there is one.
   *
   * @param partition empty: one machine
   * @param clocks of machines that have hosts
   */
  record MachineFacts(
      Optional<Partition> partition,
      PathDelays ways,
      Map<Integer, ClockOffset> clocks,
      List<String> notes) {
    /** The facts of one machine. */
    static final MachineFacts ONE =
        new MachineFacts(Optional.empty(), PathDelays.of(List.of()), Map.of(), List.of());

    /** Copies. */
    MachineFacts {
      clocks = Map.copyOf(clocks);
      notes = List.copyOf(notes);
    }

    /**
     * Measures.
     *
     * @param ipBytes of the experiment's longest IP packet
     * @throws io.smartt.base.input.UserInputException if that is too long between two machines
     */
    static MachineFacts of(MachinesFabric fabric, FabricAccess access, int ipBytes) {
      try (OverlayDelays ways = new OverlayDelays(fabric, access, ipBytes)) {
        Map<Integer, ClockOffset> clocks = ways.clocks();
        PathDelays measured = ways.measure();
        List<String> notes = new ArrayList<>(notes(fabric, clocks));
        notes.addAll(measured.notes());
        return new MachineFacts(Optional.of(fabric.partition()), measured, clocks, notes);
      }
    }

    private static List<String> notes(MachinesFabric fabric, Map<Integer, ClockOffset> clocks) {
      Partition partition = fabric.partition();
      return IntStream.range(0, partition.machines().size())
          .mapToObj(i ->
              "machine %s has %d hosts, %d switches and %d cut links; its clock is ahead by %s"
                  .formatted(
                      fabric.engines().address(i),
                      partition.hosts(i).size(),
                      partition.switches(i).size(),
                      partition.cutAt(i).size(),
                      clocks.containsKey(i) ? clocks.get(i) : "an unknown time"))
          .toList();
    }

    /** Returns how far the clock of a host's machine is ahead, as far as that is sure. */
    long clockOffsetNs(Host host) {
      return partition.map(cut -> clocks.get(cut.of(host))).map(ClockOffset::sureNs).orElse(0L);
    }
  }
}
