package io.smartt.realtime.docker;

import module java.base;

import io.smartt.base.concurrent.Closing;
import io.smartt.base.concurrent.Workers;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Node;
import io.smartt.base.topology.Port;
import io.smartt.controller.address.Mac;
import io.smartt.realtime.containers.FabricNodes.ContainerFabric;
import io.smartt.realtime.containers.NodePrograms;
import io.smartt.realtime.containers.RunSecrets;
import io.smartt.realtime.docker.LinkNetworks.NetworkAttachment;
import io.smartt.realtime.partition.Partition;

/**
 * Containers of one experiment on several machines of a Swarm. Links inside a machine are bridges
 * of its engine, links between machines are overlay networks, which deliver by MAC address.
 */
final class MachinesFabric implements ContainerFabric {
  /** VXLAN takes 50 bytes of it. */
  private static final int OVERLAY_MTU_BYTES = 9000 + 50;

  private static final Duration LITTLE = Duration.ofSeconds(5);

  private final SwarmEngines engines;
  private final Partition partition;
  private final String name;
  private final Map<Port, NetworkAttachment> apart = new HashMap<>();
  private final Map<Integer, DockerFabric> shares = new ConcurrentHashMap<>();

  private MachinesFabric(SwarmEngines engines, Partition partition, String name) {
    this.engines = engines;
    this.partition = partition;
    this.name = name;
  }

  /**
   * Builds and starts it; whether what is in the containers works is for their APIs to tell.
   *
   * @param name of the fabric, which no other on this Swarm has
   * @param secrets with certificates for all its machines
   * @throws RunFailedException with what an engine says; nothing is left then
   */
  static MachinesFabric build(
      SwarmEngines engines,
      Partition partition,
      String name,
      NodePrograms.FabricImages images,
      long seed,
      RunSecrets secrets) {
    MachinesFabric fabric = new MachinesFabric(engines, partition, name);
    try {
      LinkNetworks overlays =
          new LinkNetworks(engines.engines().getFirst(), name, LinkNetworks.Driver.ATTACHABLE);
      engines.engines().forEach(overlays::avoid);
      overlays.make(partition.cut(), OVERLAY_MTU_BYTES);
      fabric.apart.putAll(overlays.plugs());
      overlays.makeOther(fabric.ways(), OVERLAY_MTU_BYTES);
      Workers.forEach(
          IntStream.range(0, engines.engines().size()).boxed().toList(),
          engines.engines().size(),
          machine ->
              fabric.shares.put(
                  machine,
                  DockerFabric.build(
                      engines.engines().get(machine),
                      name,
                      fabric.share(machine),
                      images,
                      seed,
                      secrets.containerFiles(),
                      UnaryOperator.identity())));
      return fabric;
    } catch (RuntimeException e) {
      throw Closing.after(e, fabric);
    }
  }

  private String ways() {
    return name + "-ways";
  }

  private EngineShare share(int machine) {
    List<Node> nodes =
        NodePrograms.nodes(partition.topology()).stream()
            .filter(node -> partition.of(node) == machine)
            .toList();
    List<Link> inside =
        partition.topology().links().stream()
            .filter(link -> !partition.isCut(link) && partition.of(link.a().node()) == machine)
            .toList();
    Map<Port, NetworkAttachment> ends = new HashMap<>();
    apart.forEach((port, plug) -> {
      if (partition.of(port.node()) == machine) {
        ends.put(port, plug);
      }
    });
    return new EngineShare(
        partition.topology(), nodes, inside, ends, engines.address(machine), Optional.of(ways()));
  }

  SwarmEngines engines() {
    return engines;
  }

  Partition partition() {
    return partition;
  }

  DockerFabric share(Node node) {
    DockerFabric share = shares.get(partition.of(node));
    if (share == null) {
      throw new IllegalArgumentException("nothing was started for " + node.name());
    }
    return share;
  }

  @Override
  public InetSocketAddress at(Node node, int tcpPort) {
    return share(node).at(node, tcpPort);
  }

  @Override
  public OptionalLong nextHop(Port port) {
    NetworkAttachment here = apart.get(port);
    if (here == null) {
      return OptionalLong.empty();
    }
    return apart.values().stream()
        .filter(other -> other.network().equals(here.network()) && !other.equals(here))
        .mapToLong(other -> Mac.parse(other.mac()).bits())
        .findFirst();
  }

  /**
   * Returns the reason why a node ended, as one engine does.
   *
   * @throws RunFailedException naming its machine, if that is gone
   */
  @Override
  public Optional<String> ended(Node node) {
    engines.requireThere(partition.of(node), partition);
    return share(node).ended(node);
  }

  @Override
  public Optional<String> held(Node node) {
    return share(node).held(node);
  }

  @Override
  public boolean canRestart(Node node) {
    return share(node).canRestart(node);
  }

  @Override
  public void restart(Node node) {
    share(node).restart(node);
  }

  @Override
  public void saveLogs(Path folder) {
    each(shares.values(), share -> share.saveLogs(folder));
  }

  /** Removes it from all machines that are there. */
  @Override
  public void close() {
    List<DockerEngine> workersFirst = new ArrayList<>(engines.engines());
    workersFirst.addLast(workersFirst.removeFirst());
    // A Swarm keeps an overlay network for containers of a machine that is gone.
    Duration patience = engines.gone(partition).isPresent() ? LITTLE : StaleContainers.PATIENCE;
    each(workersFirst, engine -> new StaleContainers(engine, patience).remove(name));
  }

  /** Runs a task on all machines, and says then what did not work. */
  private static <M> void each(Collection<M> machines, Consumer<M> task) {
    List<RunFailedException> failures = new ArrayList<>();
    for (M machine : machines) {
      try {
        task.accept(machine);
      } catch (RunFailedException e) {
        failures.add(e);
      }
    }
    if (!failures.isEmpty()) {
      throw failures.getFirst();
    }
  }
}
