package io.smartt.emulation.netns;

import io.smartt.emulation.report.RunFailedException;
import io.smartt.emulation.topology.Adjacency;
import io.smartt.emulation.topology.Host;
import io.smartt.emulation.topology.Link;
import io.smartt.emulation.topology.Port;
import io.smartt.emulation.topology.Switch;
import io.smartt.emulation.topology.Topology;
import io.smartt.host.packetio.InterfaceOffloads;
import io.smartt.host.packetio.NetworkNamespace;
import io.smartt.host.wire.Uet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.DatagramChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The cables of a topology: a network namespace a host and one for all switches, with a veth pair a
 * link. Interfaces have offloads off and jumbo frames on; hosts have their IPv4 address and one
 * static neighbour that stands for all others, since switches route. IPv6 is off. Nothing is
 * plugged in yet: whoever opens the interfaces is host or switch.
 *
 * <p>All names begin with a prefix of this network's own, so that networks side by side do not meet
 * and what a killed process leaves can be told ({@link Leftovers}).
 */
public final class NamespaceNetwork implements AutoCloseable {
  /** What all names begin with. */
  public static final String PREFIX = "smartt-";

  /** Bytes of the longest IP packet. */
  public static final int MTU_BYTES = 9000;

  private static final String SWITCHES = "sw";
  private static final int MAX_NAME = 15;
  private static final int MAX_NETWORKS = 10_000;
  private static final String GATEWAY = "169.254.0.1";
  private static final String GATEWAY_MAC = "02:01:00:00:00:00";

  private final Topology topology;
  private final String prefix;
  private final Map<String, NetworkNamespace> namespaces = new LinkedHashMap<>();
  private final List<DatagramChannel> quietPorts = new ArrayList<>();

  private NamespaceNetwork(Topology topology, String prefix) {
    this.topology = topology;
    this.prefix = prefix;
  }

  /**
   * Builds it.
   *
   * @throws RunFailedException if the system does not let us; nothing is left then
   */
  public static NamespaceNetwork build(Topology topology) {
    String own = PREFIX + ProcessHandle.current().pid() + "-";
    for (int i = 1; i <= MAX_NETWORKS; i++) {
      String prefix = own + i + "-";
      // Adding a namespace that exists fails, so that the first one reserves the prefix.
      if (!Files.exists(Path.of("/run/netns", prefix + SWITCHES))
          && IpTool.works("netns", "add", prefix + SWITCHES)) {
        NamespaceNetwork network = new NamespaceNetwork(topology, prefix);
        try {
          network.addAll();
          return network;
        } catch (RuntimeException e) {
          network.close();
          throw e;
        }
      }
      if (!Files.exists(Path.of("/run/netns", prefix + SWITCHES))) {
        break;
      }
    }
    throw new RunFailedException(
        "'ip netns add' does not work here: network namespaces need root and iproute2");
  }

  private void addAll() {
    List<String> commands = new ArrayList<>();
    put(SWITCHES);
    for (Host host : topology.hosts()) {
      commands.add("netns add " + put(host.name()));
    }
    IpTool.batch(commands);
    namespaces.values().forEach(NamespaceNetwork::quieten);
    IpTool.batch(topology.links().stream().map(this::addLink).toList());
    for (Host host : topology.hosts()) {
      configure(host.name(), List.of(new Port(host, Host.NIC_PORT)), addresses(host));
      quietPorts.add(namespace(host).call(NamespaceNetwork::quietPort));
    }
    configure(SWITCHES, switchPorts(), List.of());
  }

  private String put(String node) {
    String name = prefix + node;
    namespaces.put(node, NetworkNamespace.named(name));
    return name;
  }

  private List<Port> switchPorts() {
    List<Port> ports = new ArrayList<>();
    for (Switch sw : topology.switches()) {
      for (Adjacency adjacency : topology.adjacencies(sw)) {
        ports.add(new Port(sw, adjacency.port()));
      }
    }
    return ports;
  }

  private static void quieten(NetworkNamespace namespace) {
    namespace.call(() -> {
      for (String scope : List.of("all", "default")) {
        Path off = Path.of("/proc/sys/net/ipv6/conf", scope, "disable_ipv6");
        try {
          if (Files.exists(off)) {
            Files.writeString(off, "1");
          }
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      return true;
    });
  }

  private String addLink(Link link) {
    return "link add %s%s mtu %d netns %s type veth peer name %s%s mtu %d netns %s"
        .formatted(
            interfaceName(link.a()),
            address(link.a()),
            MTU_BYTES,
            namespaceName(link.a()),
            interfaceName(link.b()),
            address(link.b()),
            MTU_BYTES,
            namespaceName(link.b()));
  }

  private static String address(Port port) {
    return port.node() instanceof Host host ? " address " + host.macText() : "";
  }

  private String namespaceName(Port port) {
    return prefix + (port.node() instanceof Host host ? host.name() : SWITCHES);
  }

  private void configure(String node, List<Port> ports, List<String> more) {
    List<String> names = ports.stream().map(NamespaceNetwork::interfaceName).toList();
    NetworkNamespace namespace = namespaces.getOrDefault(node, NetworkNamespace.named(node));
    namespace.call(() -> {
      names.forEach(InterfaceOffloads::off);
      return true;
    });
    List<String> commands = new ArrayList<>(List.of("link set lo up"));
    names.forEach(name -> commands.add("link set " + name + " up"));
    commands.addAll(more);
    IpTool.batchIn(prefix + node, commands);
  }

  private static List<String> addresses(Host host) {
    String name = interfaceName(new Port(host, Host.NIC_PORT));
    return List.of(
        "addr add " + host.ipv4Text() + "/32 dev " + name,
        "neigh add " + GATEWAY + " lladdr " + GATEWAY_MAC + " dev " + name + " nud permanent",
        "route add default via " + GATEWAY + " dev " + name + " onlink");
  }

  /** Keeps the host's kernel from answering the transport's datagrams with ICMP. */
  private static DatagramChannel quietPort() {
    try {
      DatagramChannel channel = DatagramChannel.open(java.net.StandardProtocolFamily.INET);
      channel.setOption(StandardSocketOptions.SO_RCVBUF, 1);
      channel.bind(new InetSocketAddress(InetAddress.ofLiteral("0.0.0.0"), Uet.UDP_PORT));
      return channel;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The name of a port's interface inside its namespace. */
  public static String interfaceName(Port port) {
    String name = port.interfaceName();
    return name.length() <= MAX_NAME || !(port.node() instanceof Switch sw)
        ? name
        : "s" + sw.id() + "-eth" + port.number();
  }

  /** The namespace of a host. */
  public NetworkNamespace namespace(Host host) {
    return namespaces.getOrDefault(host.name(), NetworkNamespace.named(prefix + host.name()));
  }

  /** The namespace that all switch ports are in. */
  public NetworkNamespace switches() {
    return NetworkNamespace.named(prefix + SWITCHES);
  }

  /** What this network's names begin with. */
  public String prefix() {
    return prefix;
  }

  /** Removes everything; veth pairs go with their namespaces. */
  @Override
  public void close() {
    for (DatagramChannel channel : quietPorts) {
      try {
        channel.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    Leftovers.remove(prefix);
  }
}
