package io.smartt.realtime.docker;

import module java.base;

import com.github.dockerjava.api.model.PortConfig;
import com.github.dockerjava.api.model.SecretSpec;
import com.github.dockerjava.api.model.Service;
import com.github.dockerjava.api.model.SwarmNode;
import com.github.dockerjava.api.model.SwarmNodeManagerStatus;
import com.github.dockerjava.api.model.Task;
import com.github.dockerjava.api.model.TaskState;
import com.github.dockerjava.api.model.TaskStatus;
import io.smartt.base.concurrent.Closing;
import io.smartt.base.concurrent.Polling;
import io.smartt.base.concurrent.Workers;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Node;
import io.smartt.base.topology.Topology;
import io.smartt.realtime.containers.FabricNodes.ContainerFabric;
import io.smartt.realtime.containers.NodePrograms;
import io.smartt.realtime.containers.NodePrograms.FabricImages;
import io.smartt.realtime.containers.RunSecrets;

/**
 * Containers and networks of one experiment on a Docker Swarm: a service of one container each,
 * overlay networks for links, so that the Swarm chooses where they run. Interfaces are found by
 * their networks, since a Swarm chooses addresses. APIs are published on the machine that a
 * container runs on, with TLS.
 */
public final class SwarmFabric implements ContainerFabric {
  /** Overlay networks take 50 bytes of each frame for VXLAN. */
  private static final int MTU_BYTES = 9000 + 50;

  private static final int FIRST_PORT = 20_000;
  private static final int LAST_PORT = 29_999;
  private static final long PATIENCE_NS = Duration.ofMinutes(2).toNanos();
  private static final long POLL_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final int LOOKS = 25;

  private final DockerEngine engine;
  private final String name;
  private final LinkNetworks links;
  private final NodePrograms programs;
  private final Map<String, String> machines = new ConcurrentHashMap<>();
  private final Map<String, Integer> ports = new TreeMap<>();

  private SwarmFabric(
      DockerEngine engine, String name, Topology topology, FabricImages images, long seed) {
    this.engine = engine;
    this.name = name;
    links = new LinkNetworks(engine, name, LinkNetworks.Driver.OVERLAY);
    programs =
        new NodePrograms(
            topology,
            images,
            seed,
            port -> "net:" + links.plug(port).block().subnet(),
            port -> links.plug(port).block());
  }

  /**
   * Returns where the machines of an engine's Swarm are, by id.
   *
   * @throws UserInputException if it is no manager of one
   */
  public static Map<String, String> machines(DockerEngine engine) {
    try {
      Map<String, String> addresses = new LinkedHashMap<>();
      for (SwarmNode node :
          engine.call(
              "listing the Swarm's machines", client -> client.listSwarmNodesCmd().exec())) {
        addresses.put(Objects.requireNonNull(node.getId()), address(node));
      }
      return addresses;
    } catch (RunFailedException e) {
      throw new UserInputException(
          "swarm is true, but the engine at %s manages no Swarm ('docker swarm init' makes one): %s"
              .formatted(engine.address(), e.getMessage()),
          e);
    }
  }

  /** A manager's status may have 0.0.0.0. */
  private static String address(SwarmNode node) {
    SwarmNodeManagerStatus manager = node.getManagerStatus();
    String own = node.getStatus() == null ? null : node.getStatus().getAddress();
    if (manager != null && manager.getAddr() != null) {
      String addr = manager.getAddr();
      return addr.substring(0, addr.lastIndexOf(':'));
    }
    return String.valueOf(own);
  }

  /**
   * Builds and starts it; whether what is in the containers works is for their APIs to tell.
   *
   * @param name of the fabric, which no other on this Swarm has
   * @param secrets with certificates for all its machines
   * @throws RunFailedException with what the engine says; nothing is left then
   */
  public static SwarmFabric build(
      DockerEngine engine,
      String name,
      Topology topology,
      FabricImages images,
      long seed,
      RunSecrets secrets) {
    if (images.bmv2().isPresent()) {
      throw new UserInputException(
          "switch 'bmv2' is not for a Swarm: its Thrift service would be open to the network; "
              + "'switch: embedded' is, and swarm: false");
    }
    SwarmFabric fabric = new SwarmFabric(engine, name, topology, images, seed);
    try {
      fabric.machines.putAll(machines(engine));
      fabric.links.make(topology.links(), MTU_BYTES);
      var services = new NodeServices(name, fabric.keep(secrets), topology.hosts());
      List<Node> nodes = NodePrograms.nodes(topology);
      fabric.choosePorts(nodes);
      Workers.forEach(
          nodes, DockerEngine.CALLS_AT_ONCE, node -> fabric.start(node, topology, services));
      return fabric;
    } catch (RuntimeException e) {
      throw Closing.after(e, fabric);
    }
  }

  static String secretName(String fabric, String path) {
    return fabric + "-" + path.substring(path.lastIndexOf('/') + 1);
  }

  private Map<String, String> keep(RunSecrets secrets) {
    Map<String, String> texts = new LinkedHashMap<>();
    secrets.nodeFiles().forEach((file, text) -> texts.put(RunSecrets.FOLDER + "/" + file, text));
    texts.put(RunSecrets.TOKEN, secrets.token().text());
    Map<String, String> ids = new LinkedHashMap<>();
    texts.forEach((path, text) -> {
      SecretSpec spec =
          new SecretSpec()
              .withName(secretName(name, path))
              .withLabels(Labels.of(name))
              .withData(text);
      ids.put(
          path,
          engine.call("secret " + path, client -> client.createSecretCmd(spec).exec().getId()));
    });
    return ids;
  }

  private void choosePorts(List<Node> nodes) {
    Set<Integer> taken = new HashSet<>();
    for (Service service :
        engine.call("listing services", client -> client.listServicesCmd().exec())) {
      if (service.getSpec() != null
          && service.getSpec().getEndpointSpec() != null
          && service.getSpec().getEndpointSpec().getPorts() != null) {
        service.getSpec().getEndpointSpec().getPorts().stream()
            .map(PortConfig::getPublishedPort)
            .forEach(taken::add);
      }
    }
    int next = FIRST_PORT;
    for (Node node : nodes) {
      while (taken.contains(next)) {
        next++;
      }
      if (next > LAST_PORT) {
        throw new RunFailedException(
            "Docker Swarm: no ports are left from " + FIRST_PORT + " to " + LAST_PORT);
      }
      ports.put(node.name(), next++);
    }
  }

  private void start(Node node, Topology topology, NodeServices services) {
    engine.call(
        "service of " + node.name(),
        client ->
            client
                .createServiceCmd(
                    services.of(
                        node,
                        programs.of(node),
                        links.plugs(NodePrograms.ports(node, topology)),
                        port(node)))
                .exec()
                .getId());
  }

  private int port(Node node) {
    return Objects.requireNonNull(ports.get(node.name()), node.name());
  }

  /** Returns the address on the machine that the node's container runs on, once it does. */
  @Override
  public InetSocketAddress at(Node node, int tcpPort) {
    long endNs = System.nanoTime() + PATIENCE_NS;
    while (System.nanoTime() - endNs < 0) {
      Optional<Task> task = latest(node, any -> true);
      TaskState state = task.map(SwarmFabric::state).orElse(TaskState.NEW);
      if (state == TaskState.RUNNING) {
        String machine = machines.get(String.valueOf(task.get().getNodeId()));
        return InetSocketAddress.createUnresolved(
            Objects.requireNonNull(machine, "a machine that has just joined the Swarm"),
            port(node));
      }
      if (state == TaskState.REJECTED
          || (node instanceof Host && state.compareTo(TaskState.RUNNING) > 0)) {
        throw new RunFailedException("container of " + node.name() + ": " + said(task.get()));
      }
      Polling.pause("the container of " + node.name(), POLL_INTERVAL_NS);
    }
    throw new RunFailedException(
        "Docker Swarm did not start the container of %s in 2 min: %s"
            .formatted(
                node.name(), latest(node, any -> true).map(SwarmFabric::said).orElse("no task")));
  }

  private Optional<Task> latest(Node node, Predicate<Task> chosen) {
    return engine
        .call(
            "tasks of " + node.name(),
            client -> client.listTasksCmd().withServiceFilter(name + "-" + node.name()).exec())
        .stream()
        .filter(chosen)
        .max(Comparator.comparing(task -> String.valueOf(task.getCreatedAt())));
  }

  private static TaskState state(Task task) {
    return task.getStatus() == null || task.getStatus().getState() == null
        ? TaskState.NEW
        : task.getStatus().getState();
  }

  private static String said(Task task) {
    TaskStatus status = task.getStatus();
    return status == null || status.getErr() == null
        ? state(task).name().toLowerCase(Locale.ROOT)
        : status.getErr();
  }

  @Override
  public Optional<String> ended(Node node) {
    for (int i = 0; i < LOOKS; i++) {
      Optional<Task> gone = latest(node, task -> state(task).compareTo(TaskState.RUNNING) > 0);
      if (gone.isPresent()) {
        return Optional.of("its container ended (" + said(gone.get()) + ")");
      }
      Polling.pause("the end of a container", POLL_INTERVAL_NS);
    }
    return Optional.empty();
  }

  /** The Swarm does that. */
  @Override
  public void restart(Node node) {}

  @Override
  public void saveLogs(Path folder) {
    Workers.forEach(
        List.copyOf(ports.keySet()),
        DockerEngine.CALLS_AT_ONCE,
        node ->
            engine.call(
                "log of " + node,
                client ->
                    DockerEngine.ended(
                        "the log of " + node,
                        client
                            .logServiceCmd(name + "-" + node)
                            .withStdout(true)
                            .withStderr(true)
                            .withTimestamps(true)
                            .exec(new NodeLog(folder, node)))));
  }

  @Override
  public void close() {
    new StaleContainers(engine).remove(name);
  }
}
