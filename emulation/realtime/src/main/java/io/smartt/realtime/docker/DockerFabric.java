package io.smartt.realtime.docker;

import module java.base;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.ContainerNetwork;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.Ports;
import io.smartt.base.concurrent.Closing;
import io.smartt.base.concurrent.OwnProgram;
import io.smartt.base.concurrent.Polling;
import io.smartt.base.concurrent.Workers;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Node;
import io.smartt.base.topology.Port;
import io.smartt.realtime.containers.FabricNodes.ContainerFabric;
import io.smartt.realtime.containers.NodePrograms;
import io.smartt.realtime.containers.RunSecrets;
import io.smartt.realtime.docker.LinkNetworks.NetworkAttachment;

/**
 * Containers and networks of one experiment. Hosts run {@code smartt agent}, switches {@code smartt
 * switch}; their APIs are published on this machine's loopback, with TLS. Closing it removes all of
 * it; what a killed process leaves is found by its labels ({@link StaleContainers}).
 */
public final class DockerFabric implements ContainerFabric {
  /** Bytes of the longest IP packet. */
  private static final int MTU_BYTES = 9000;

  private static final String REMOVED = " was removed";

  /** States of a container that is being removed. */
  private static final Set<String> GOING = Set.of("removing", "dead");

  private static final int LOOKS = 20;
  private static final long POLL_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(100);

  private final DockerEngine engine;
  private final String name;
  private final EngineShare share;
  private final byte[] secrets;
  private final LinkNetworks links;
  private final NodePrograms programs;
  private final Map<String, NodeContainer> containers = new ConcurrentHashMap<>();

  private DockerFabric(
      DockerEngine engine,
      String name,
      EngineShare share,
      NodePrograms.FabricImages images,
      long seed,
      byte[] secrets,
      UnaryOperator<NodePrograms> how) {
    this.engine = engine;
    this.name = name;
    this.share = share;
    this.secrets = secrets;
    links = new LinkNetworks(engine, name, LinkNetworks.Driver.BRIDGE);
    links.add(share.apart());
    programs =
        how.apply(
            new NodePrograms(
                share.topology(),
                images,
                seed,
                port -> "mac:" + links.plug(port).mac(),
                port -> links.plug(port).block()));
  }

  /**
   * Builds and starts it; whether what is in the containers works is for their APIs to tell.
   *
   * @param name of the fabric, which no other on this engine has
   * @param seed of the switches' random numbers
   * @param secrets a tar with the folder {@code etc/smartt} of {@link RunSecrets}
   * @param how what containers run otherwise
   * @throws RunFailedException with what the engine says; nothing is left then, except of a share,
   *     which goes with the whole
   */
  public static DockerFabric build(
      DockerEngine engine,
      String name,
      EngineShare share,
      NodePrograms.FabricImages images,
      long seed,
      byte[] secrets,
      UnaryOperator<NodePrograms> how) {
    engine.imageBytes(images.own());
    images.bmv2().ifPresent(engine::imageBytes);
    DockerFabric fabric = new DockerFabric(engine, name, share, images, seed, secrets, how);
    try {
      fabric.links.make(share.inside(), MTU_BYTES);
      engine.call(
          "network " + fabric.control(),
          client ->
              client
                  .createNetworkCmd()
                  .withName(fabric.control())
                  .withDriver("bridge")
                  .withLabels(Labels.of(name))
                  .exec());
      Workers.forEach(share.nodes(), DockerEngine.CALLS_AT_ONCE, fabric::add);
      return fabric;
    } catch (RuntimeException e) {
      // Networks that this did not make would be waited for in vain: others use them.
      throw share.ways().isPresent() ? e : Closing.after(e, fabric);
    }
  }

  private String control() {
    return name + "-control";
  }

  private void add(Node node) {
    List<Port> ports = NodePrograms.ports(node, share.topology());
    NodeContainer container = create(node, programs.of(node));
    for (NetworkAttachment plug : links.plugs(ports)) {
      plugIn(container, plug);
    }
    if (share.measuring().filter(node::equals).isPresent()) {
      share.ways().ifPresent(ways -> plugInAnywhere(container, ways));
    }
    engine.start("starting " + node.name(), container.id());
    requireMacs(container, links.plugs(ports));
  }

  private NodeContainer create(Node node, NodePrograms.NodeProgram program) {
    List<String> arguments = new ArrayList<>(program.arguments());
    if (node instanceof Host) {
      arguments.addAll(List.of("--token-file", RunSecrets.TOKEN));
    }
    List<ExposedPort> exposed = program.tcpPorts().stream().map(ExposedPort::tcp).toList();
    Ports published = new Ports();
    exposed.forEach(port -> published.bind(port, Ports.Binding.bindIp(share.publishedAt())));
    HostConfig config =
        HostConfig.newHostConfig()
            .withNetworkMode(control())
            .withCapAdd(Capability.NET_RAW, Capability.NET_ADMIN)
            .withPortBindings(published)
            .withExtraHosts(
                NodeServices.names(share.topology().hosts(), node, "%s:%s").toArray(String[]::new))
            // What kernels would forward, they would send twice.
            .withSysctls(Map.of("net.ipv4.ip_forward", "0"));
    return engine.call(
        "container of " + node.name(),
        client -> {
          CreateContainerCmd create =
              client
                  .createContainerCmd(program.image())
                  .withName(containerName(node))
                  .withHostName(node.name())
                  .withLabels(Labels.of(name, node.name()))
                  .withExposedPorts(exposed)
                  .withHostConfig(config)
                  .withCmd(arguments);
          if (!program.entrypoint().isEmpty()) {
            create.withEntrypoint(program.entrypoint());
          }
          String id = create.exec().getId();
          NodeContainer container = new NodeContainer(node.name(), id);
          containers.put(node.name(), container);
          client
              .copyArchiveToContainerCmd(id)
              .withTarInputStream(new ByteArrayInputStream(secrets))
              .withRemotePath("/")
              .exec();
          return container;
        });
  }

  private void plugIn(NodeContainer container, NetworkAttachment plug) {
    engine.call(
        container.node() + " into " + plug.network(),
        client ->
            client
                .connectToNetworkCmd()
                .withContainerId(container.id())
                .withNetworkId(plug.network())
                .withContainerNetwork(
                    new ContainerNetwork()
                        .withIpamConfig(new ContainerNetwork.Ipam().withIpv4Address(plug.ipv4()))
                        .withMacAddress(plug.mac()))
                .exec());
  }

  private void plugInAnywhere(NodeContainer container, String network) {
    engine.call(
        container.node() + " into " + network,
        client ->
            client
                .connectToNetworkCmd()
                .withContainerId(container.id())
                .withNetworkId(network)
                .exec());
  }

  /** The address of the measuring host in the network of ways. */
  String wayAddress(Host host) {
    return String.valueOf(
        Objects.requireNonNull(
                inspect(container(host))
                    .getNetworkSettings()
                    .getNetworks()
                    .get(share.ways().orElseThrow()))
            .getIpAddress());
  }

  private void requireMacs(NodeContainer container, List<NetworkAttachment> plugs) {
    Map<String, ContainerNetwork> networks = inspect(container).getNetworkSettings().getNetworks();
    for (NetworkAttachment plug : plugs) {
      ContainerNetwork network = networks.get(plug.network());
      String mac = network == null ? "none" : String.valueOf(network.getMacAddress());
      // A container that ended at once has none; its log tells why.
      if (!mac.equals(plug.mac()) && !mac.isEmpty()) {
        throw new RunFailedException(
            "Docker gave %s's interface on %s the address %s, not %s: this engine is too new for"
                    .formatted(container.node(), plug.network(), mac, plug.mac())
                + " the one way and too old for the other");
      }
    }
  }

  private InspectContainerResponse inspect(NodeContainer container) {
    return seen(container)
        .orElseThrow(() -> new RunFailedException("container of " + container.node() + REMOVED));
  }

  private Optional<InspectContainerResponse> seen(NodeContainer container) {
    return engine
        .callIfThere(
            "looking at " + container.node(),
            client -> client.inspectContainerCmd(container.id()).exec())
        .filter(seen -> !GOING.contains(String.valueOf(seen.getState().getStatus())));
  }

  private NodeContainer container(Node node) {
    NodeContainer container = containers.get(node.name());
    if (container == null) {
      throw new IllegalArgumentException("no container of " + node.name());
    }
    return container;
  }

  /** Returns the address of a node's server, which is at another port after each start. */
  @Override
  public InetSocketAddress at(Node node, int tcpPort) {
    NodeContainer container = container(node);
    Ports.Binding[] bindings =
        inspect(container)
            .getNetworkSettings()
            .getPorts()
            .getBindings()
            .get(ExposedPort.tcp(tcpPort));
    if (bindings == null || bindings.length == 0) {
      throw new RunFailedException(
          "container of " + node.name() + ": " + ended(node).orElse("it has no port"));
    }
    return InetSocketAddress.createUnresolved(
        share.publishedAt(), Integer.parseInt(bindings[0].getHostPortSpec()));
  }

  /** The engine hears of an end a moment after those whose connections break, so it may wait. */
  @Override
  public Optional<String> ended(Node node) {
    for (int i = 0; i < LOOKS; i++) {
      Optional<InspectContainerResponse.ContainerState> seen =
          seen(container(node)).map(InspectContainerResponse::getState);
      if (seen.isEmpty()) {
        return Optional.of("its container was removed");
      }
      InspectContainerResponse.ContainerState state = seen.get();
      if (!Boolean.TRUE.equals(state.getRunning())) {
        return Optional.of(
            "its container " + OwnProgram.ended(state.getExitCodeLong()) + lastWords(node));
      }
      Polling.pause("the end of a container", POLL_INTERVAL_NS);
    }
    return Optional.empty();
  }

  @Override
  public Optional<String> held(Node node) {
    return seen(container(node))
        .flatMap(seen -> {
          if (Boolean.TRUE.equals(seen.getState().getPaused())) {
            return Optional.of("its container is paused");
          }
          return Boolean.TRUE.equals(seen.getState().getRunning())
                  && !seen.getNetworkSettings().getNetworks().containsKey(control())
              ? Optional.of("its container was taken off its control network")
              : Optional.empty();
        });
  }

  /** Returns what a container that could not start says of it; one that was killed says nothing. */
  private String lastWords(Node node) {
    NodeLog.LastLine last = new NodeLog.LastLine();
    var _ =
        engine.callIfThere(
            "log of " + node.name(),
            client ->
                DockerEngine.ended(
                    "the log of " + node.name(),
                    client
                        .logContainerCmd(container(node).id())
                        .withStdErr(true)
                        .withTail(1)
                        .exec(last)));
    return last.text().map(text -> " (" + text + ")").orElse("");
  }

  @Override
  public boolean canRestart(Node node) {
    return seen(container(node)).isPresent();
  }

  @Override
  public void restart(Node node) {
    // One that is there no more has a word of its own.
    var _ = inspect(container(node));
    engine.start("starting " + node.name() + " again", container(node).id());
  }

  /** Name of a node's container. */
  String containerName(Node node) {
    return name + "-" + node.name();
  }

  /** Runs a program in a node's container and waits for it; false where it does not succeed. */
  boolean runs(Node node, String... command) {
    return engine.call(
        "running " + command[0] + " in " + node.name(),
        client -> {
          String exec = client.execCreateCmd(container(node).id()).withCmd(command).exec().getId();
          var _ =
              DockerEngine.ended(
                  command[0] + " in " + node.name(),
                  client.execStartCmd(exec).exec(new ResultCallback.Adapter<>()));
          // The engine hears of the end a moment later.
          return Polling.until(
                  command[0] + " in " + node.name(),
                  POLL_INTERVAL_NS * LOOKS,
                  POLL_INTERVAL_NS / LOOKS,
                  () -> Optional.ofNullable(client.inspectExecCmd(exec).exec().getExitCodeLong()))
              .map(status -> status == 0)
              .orElse(false);
        });
  }

  @Override
  public void saveLogs(Path folder) {
    Workers.forEach(
        List.copyOf(containers.values()),
        DockerEngine.CALLS_AT_ONCE,
        container ->
            engine.callIfThere(
                "log of " + container.node(),
                client ->
                    DockerEngine.ended(
                        "the log of " + container.node(),
                        client
                            .logContainerCmd(container.id())
                            .withStdOut(true)
                            .withStdErr(true)
                            .withTimestamps(true)
                            .exec(new NodeLog(folder, container.node())))));
  }

  @Override
  public void close() {
    new StaleContainers(engine).remove(name);
  }

  /**
   * The container of a host or switch.
   *
   * @param node its name in the topology
   * @param id the engine's
   */
  private record NodeContainer(String node, String id) {}
}
