package io.smartt.realtime.containers;

import module java.base;

import io.smartt.base.topology.Host;
import io.smartt.base.topology.Node;
import io.smartt.base.topology.Port;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;

/** The programs that the containers of a fabric run. */
public final class NodePrograms {
  static final int AGENT_PORT = 9560;
  public static final int SWITCH_PORT = 9559;
  static final int THRIFT_PORT = 9090;

  private static final List<String> TLS =
      List.of(
          "--tls-cert", RunSecrets.CERTIFICATE,
          "--tls-key", RunSecrets.KEY,
          "--tls-ca", RunSecrets.AUTHORITY);

  /**
   * BMv2 wants interfaces by name, and Docker chooses those. Here each is found by its network,
   * which the kernel's routing table has as a number; "$@" are ports as PORT@NETWORK. A Compose
   * file has certificates in the environment ({@link #bmv2Environment}); elsewhere they are there
   * as files.
   */
  private static final String BMV2 =
      """
      if [ -n "$SMARTT_NODE_KEY_PEM" ]; then
        mkdir -p FOLDER
        printf %s "$SMARTT_CA_PEM" > AUTHORITY
        printf %s "$SMARTT_NODE_PEM" > CERTIFICATE
        printf %s "$SMARTT_NODE_KEY_PEM" > PRIVATE
      fi
      interfaces=
      for port; do
        while read -r name network rest; do
          if [ "$network" = "${port#*@}" ]; then
            interfaces="$interfaces -i ${port%%@*}@$name"
          fi
        done < /proc/net/route
      done
      exec simple_switch_grpc $interfaces --no-p4 --device-id DEVICE --thrift-port THRIFT -- \
      --priority-queues QUEUES --grpc-server-addr 0.0.0.0:API --grpc-server-ssl \
      --grpc-server-with-client-auth --grpc-server-cacert AUTHORITY --grpc-server-cert CERTIFICATE \
      --grpc-server-key PRIVATE
      """
          .replace("THRIFT", String.valueOf(THRIFT_PORT))
          .replace("API", String.valueOf(SWITCH_PORT))
          .replace("FOLDER", RunSecrets.FOLDER)
          .replace("AUTHORITY", RunSecrets.AUTHORITY)
          .replace("CERTIFICATE", RunSecrets.CERTIFICATE)
          .replace("PRIVATE", RunSecrets.KEY);

  private final Topology topology;
  private final FabricImages images;
  private final long seed;
  private final Function<Port, String> interfaces;
  private final Function<Port, AddressBlock> blocks;
  private final boolean stacks;

  /**
   * @param seed of link losses and the programs' random numbers
   * @param interfaces how the node's program is given a port's interface
   * @param blocks the addresses of a port's network
   */
  public NodePrograms(
      Topology topology,
      FabricImages images,
      long seed,
      Function<Port, String> interfaces,
      Function<Port, AddressBlock> blocks) {
    this(topology, images, seed, interfaces, blocks, false);
  }

  private NodePrograms(
      Topology topology,
      FabricImages images,
      long seed,
      Function<Port, String> interfaces,
      Function<Port, AddressBlock> blocks,
      boolean stacks) {
    this.topology = topology;
    this.images = images;
    this.seed = seed;
    this.interfaces = interfaces;
    this.blocks = blocks;
    this.stacks = stacks;
  }

  /** The same, with hosts whose kernels have their addresses, so that other programs run there. */
  public NodePrograms withStacks() {
    return new NodePrograms(topology, images, seed, interfaces, blocks, true);
  }

  /** Files as BMv2's container takes them from its environment. */
  public static Map<String, String> bmv2Environment(Map<String, String> files) {
    Map<String, String> environment = new LinkedHashMap<>();
    files.forEach((name, text) ->
        environment.put("SMARTT_" + name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z]", "_"), text));
    return environment;
  }

  /** Returns every node that gets a container, switches first. */
  public static List<Node> nodes(Topology topology) {
    return Stream.<Node>concat(topology.switches().stream(), topology.hosts().stream()).toList();
  }

  /** Ports of a node that have a link. */
  public static List<Port> ports(Node node, Topology topology) {
    return switch (node) {
      case Host host -> List.of(new Port(host, Host.NIC_PORT));
      case Switch sw ->
          topology.adjacencies(sw).stream()
              .map(adjacency -> new Port(sw, adjacency.port()))
              .toList();
    };
  }

  /** Returns what a node runs. */
  public NodeProgram of(Node node) {
    return switch (node) {
      case Host host -> agent(host);
      case Switch sw -> images.bmv2().map(image -> bmv2(sw, image)).orElseGet(() -> embedded(sw));
    };
  }

  private NodeProgram agent(Host host) {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(
        List.of("agent", "--interface", interfaces.apply(new Port(host, Host.NIC_PORT))));
    arguments.addAll(List.of("--no-ring", "--listen", "0.0.0.0:" + AGENT_PORT));
    arguments.addAll(TLS);
    if (stacks) {
      arguments.addAll(
          List.of("--stack", host.macText() + "/" + host.ipv4Text() + "/" + commonBits(topology)));
    }
    return new NodeProgram(images.own(), List.of(), arguments, List.of(AGENT_PORT));
  }

  /** Returns what all hosts' addresses begin with, in bits. */
  private static int commonBits(Topology topology) {
    int first = topology.hosts().getFirst().ipv4();
    int differing = 0;
    for (Host host : topology.hosts()) {
      differing |= host.ipv4() ^ first;
    }
    return Integer.numberOfLeadingZeros(differing);
  }

  private NodeProgram embedded(Switch sw) {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("switch", "--no-p4", "--device-id", String.valueOf(sw.id())));
    arguments.addAll(List.of("--priority-queues", String.valueOf(images.queues())));
    arguments.addAll(List.of("--seed", String.valueOf(seed)));
    arguments.addAll(List.of("--grpc-server-addr", "0.0.0.0:" + SWITCH_PORT));
    // The engine's bridges look for neighbours on each link; the ledger is of the experiment's
    // packets.
    arguments.add("--ignore-ipv6-multicast");
    for (Port port : ports(sw, topology)) {
      arguments.addAll(List.of("-i", port.number() + "@" + interfaces.apply(port)));
    }
    arguments.addAll(TLS);
    return new NodeProgram(images.own(), List.of(), arguments, List.of(SWITCH_PORT));
  }

  private NodeProgram bmv2(Switch sw, String image) {
    List<String> arguments = new ArrayList<>(List.of("smartt"));
    for (Port port : ports(sw, topology)) {
      arguments.add(port.number() + "@" + blocks.apply(port).routeNetwork());
    }
    return new NodeProgram(
        image,
        List.of(
            "/bin/sh",
            "-c",
            BMV2.replace("DEVICE", "" + sw.id()).replace("QUEUES", "" + images.queues())),
        arguments,
        List.of(SWITCH_PORT, THRIFT_PORT));
  }

  /**
   * The program that runs in the container of a host or switch.
   *
   * @param entrypoint empty: the image's own
   * @param tcpPorts where its servers listen inside, the API first
   */
  public record NodeProgram(
      String image, List<String> entrypoint, List<String> arguments, List<Integer> tcpPorts) {
    /** Returns where its API listens inside. */
    public int apiPort() {
      return tcpPorts.getFirst();
    }
  }

  /**
   * Images of a fabric's containers, and what all its switches are started with.
   *
   * @param own of {@code smartt image build}
   * @param bmv2 of switches that are BMv2; empty: switches run {@code own}
   * @param queues of each port of a switch
   */
  public record FabricImages(String own, Optional<String> bmv2, int queues) {}
}
