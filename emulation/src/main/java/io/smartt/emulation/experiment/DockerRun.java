package io.smartt.emulation.experiment;

import io.grpc.netty.NettyChannelBuilder;
import io.smartt.emulation.agents.RemoteAgent;
import io.smartt.emulation.docker.DockerEngine;
import io.smartt.emulation.docker.DockerFabric;
import io.smartt.emulation.docker.FabricAccess;
import io.smartt.emulation.docker.FabricNodes;
import io.smartt.emulation.docker.NamedNodes;
import io.smartt.emulation.docker.RunSecrets;
import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.report.RunMonitor;
import io.smartt.emulation.report.RunResult;
import io.smartt.emulation.rpc.Workers;
import io.smartt.emulation.topology.Host;
import io.smartt.emulation.topology.Topology;
import io.smartt.emulation.trace.CaptureSink;
import io.smartt.host.packetio.KernelClock;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** A run on the docker fabric: a container a host and a switch, real frames between them. */
final class DockerRun implements FabricRun {
  /** Where a Compose file puts what the controller shows. */
  private static final Path SECRETS = Path.of("/etc/smartt");

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** Runs of this process side by side. */
  private final AtomicInteger numbers;

  private final RunInputs in;
  private final KernelClock clock = new KernelClock();

  /**
   * @param numbers tells fabrics of one process apart
   */
  DockerRun(RunInputs in, AtomicInteger numbers) {
    this.in = in;
    this.numbers = numbers;
  }

  /**
   * Finds what keeps it from running here, short of asking the engine.
   *
   * @throws UserInputException in one line
   */
  static void require(ExperimentSpec spec) {
    if (spec.lossless()) {
      throw new UserInputException(
          "scheme "
              + spec.scheme().spelling()
              + " needs switches that pause their peers (PFC), which fabric 'docker' has not; "
              + "fabric 'virtual' has");
    }
  }

  @Override
  public RunResult run(Optional<CaptureSink> capture, RunMonitor monitor) {
    ProcessCost cost = ProcessCost.start();
    if (SettingKeys.DOCKER.read(in.spec().settings()).attached()) {
      FabricAccess access =
          FabricAccess.ofFolder(SECRETS, System.getenv().getOrDefault("SMARTT_AGENT_TOKEN", ""));
      return run(new NamedNodes(), access, capture, cost, monitor);
    }
    Topology topology = in.topology();
    try (DockerEngine engine = DockerEngine.connect()) {
      monitor.stage(
          "starting %d containers on %d networks"
              .formatted(
                  topology.hosts().size() + topology.switches().size(),
                  topology.links().size() + 1));
      RunSecrets secrets = RunSecrets.create(names(topology), new SecureRandom(), Instant.now());
      String name = "smartt-" + ProcessHandle.current().pid() + "-" + numbers.incrementAndGet();
      try (DockerFabric fabric =
          DockerFabric.build(
              engine, name, topology, in.spec().images(), secrets.containerFiles())) {
        try {
          return run(fabric, secrets.access(), capture, cost, monitor);
        } finally {
          fabric.saveLogs(in.logs());
        }
      }
    }
  }

  private static List<String> names(Topology topology) {
    return Stream.concat(
            topology.switches().stream().map(sw -> sw.name()),
            topology.hosts().stream().map(Host::name))
        .toList();
  }

  private RunResult run(
      FabricNodes nodes,
      FabricAccess access,
      Optional<CaptureSink> capture,
      ProcessCost cost,
      RunMonitor monitor) {
    Topology topology = in.topology();
    List<RemoteAgent> agents = new ArrayList<>();
    try (DockerSwitches switches = new DockerSwitches(in, nodes, access, clock::nowPs)) {
      monitor.next("programming " + topology.switches().size() + " switches over P4Runtime");
      switches.bringUp();
      monitor.next("waiting for " + topology.hosts().size() + " agents");
      topology.hosts().forEach(host -> agents.add(agent(nodes.api(host), host, access)));
      Workers.forEach(agents, agents.size(), agent -> agent.describe(PATIENCE));
      rehearse(nodes, agents, switches, monitor);
      try (RemoteHosts hosts =
          new RemoteHosts(
              in,
              AttachedHost.nearby(topology, agents),
              clock,
              capture.map(sink -> new AgentCapture(sink, topology, true)),
              nodes::ended)) {
        return new RealTimeRun(in, hosts, switches).run(cost, monitor);
      }
    } finally {
      agents.forEach(RemoteAgent::close);
    }
  }

  /** Has containers compile what frames pass, so that the experiment's first ones are no slower. */
  private void rehearse(
      FabricNodes nodes, List<RemoteAgent> agents, DockerSwitches switches, RunMonitor monitor) {
    double seconds = SettingKeys.DOCKER.read(in.spec().settings()).rehearsalS();
    if (seconds == 0 || agents.size() < 2) {
      return;
    }
    monitor.next("rehearsing, for the containers' JVMs to compile what frames pass");
    Rehearsal.Until until =
        new Rehearsal.Until(System.nanoTime() + Math.round(seconds * 1e9), monitor);
    RunInputs rehearsal = Rehearsal.onSameNetwork(in);
    try (RemoteHosts hosts =
        new RemoteHosts(
            rehearsal,
            AttachedHost.nearby(rehearsal.topology(), agents),
            clock,
            Optional.empty(),
            nodes::ended)) {
      new RealTimeRun(rehearsal, hosts, switches).run(ProcessCost.start(), until);
    }
    switches.clearCounters();
  }

  static RemoteAgent agent(InetSocketAddress api, Host host, FabricAccess access) {
    return new RemoteAgent(
        host.name(),
        NettyChannelBuilder.forAddress(api.getHostString(), api.getPort(), access.credentials())
            .build(),
        Optional.of(access.token()));
  }
}
