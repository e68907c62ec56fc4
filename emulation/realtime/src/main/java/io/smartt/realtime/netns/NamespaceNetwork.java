package io.smartt.realtime.netns;

import module java.base;

import io.smartt.base.concurrent.Closing;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FileErrors;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Port;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.host.packetio.InterfaceOffloads;
import io.smartt.host.packetio.NetworkNamespace;
import io.smartt.host.packetio.Pings;
import io.smartt.host.wire.Uet;
import io.smartt.realtime.netns.VethLayout.HostSpec;
import io.smartt.realtime.netns.VethLayout.Tunnel;

/**
 * The cables of a network: a network namespace a host and one for all switches, with a veth pair a
 * link. Interfaces have offloads off; IPv6 is off. Hosts and switches open the interfaces later.
 *
 * <p>All names begin with a prefix of this network's own, so that networks side by side do not meet
 * and what a killed process leaves can be found ({@link StaleNamespaces}).
 */
public final class NamespaceNetwork implements AutoCloseable {
  private static final String GATEWAY = "169.254.0.1";
  private static final String GATEWAY_MAC = "02:01:00:00:00:00";

  /** The beginning of all names. */
  public static final String PREFIX = "smartt-";

  /** Bytes of the longest IP packet of a topology's network: jumbo frames. */
  public static final int MTU_BYTES = 9000;

  private static final String SWITCHES = "sw";
  private static final int MAX_NETWORKS = 10_000;
  private static final int PING_TIMEOUT_MS = 2_000;
  private static final long PS_PER_NS = 1_000;

  private final VethLayout cabling;
  private final String prefix;
  private final List<DatagramChannel> quietPorts = new ArrayList<>();

  private NamespaceNetwork(VethLayout cabling, String prefix) {
    this.cabling = cabling;
    this.prefix = prefix;
  }

  /**
   * Builds a topology's, its hosts ready for the transport.
   *
   * @throws RunFailedException if the system does not let us; nothing is left then
   */
  public static NamespaceNetwork build(Topology topology) {
    return build(NetworkShare.whole(topology));
  }

  /**
   * Builds a machine's share of one, its hosts ready for the transport.
   *
   * @throws RunFailedException if the system does not let us; nothing is left then
   */
  public static NamespaceNetwork build(NetworkShare share) {
    NamespaceNetwork network = build(layout(share));
    try {
      for (Host host : share.hosts()) {
        network.quietPorts.add(network.namespace(host).call(NamespaceNetwork::quietPort));
      }
      return network;
    } catch (RuntimeException e) {
      throw Closing.after(e, network);
    }
  }

  /**
   * Builds any.
   *
   * @throws RunFailedException if the system does not let us; nothing is left then
   */
  public static NamespaceNetwork build(VethLayout cabling) {
    String own = PREFIX + ProcessHandle.current().pid() + "-";
    for (int i = 1; i <= MAX_NETWORKS; i++) {
      String prefix = own + i + "-";
      // Adding a namespace that exists fails, so that the first one reserves the prefix.
      if (!Files.exists(Path.of("/run/netns", prefix + SWITCHES))
          && IpTool.works(List.of("ip", "netns", "add", prefix + SWITCHES), List.of())) {
        NamespaceNetwork network = new NamespaceNetwork(cabling, prefix);
        try {
          network.addAll();
          return network;
        } catch (RuntimeException e) {
          throw Closing.after(e, network);
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
    IpTool.batch(
        cabling.hosts().stream().map(host -> "netns add " + prefix + host.name()).toList());
    cabling.hosts().forEach(host -> quieten(namespace(host.name())));
    quieten(switches());
    IpTool.batch(cabling.pairs().stream().map(this::addCable).toList());
    IpTool.batch(cabling.tunnels().stream().map(this::addTunnel).toList());
    for (HostSpec host : cabling.hosts()) {
      configure(host.name(), plugs(Optional.of(host.name())), host.setup());
    }
    configure(SWITCHES, plugs(Optional.empty()), List.of());
  }

  /** Names of the interfaces of a host, or of all switches. */
  private List<String> plugs(Optional<String> host) {
    return Stream.concat(
            cabling.pairs().stream().flatMap(cable -> Stream.of(cable.a(), cable.b())),
            cabling.tunnels().stream().map(Tunnel::end))
        .filter(plug -> plug.host().equals(host))
        .map(VethLayout.VethEnd::interfaceName)
        .toList();
  }

  private static void quieten(NetworkNamespace namespace) {
    namespace.call(() -> {
      for (String scope : List.of("all", "default")) {
        Path off = Path.of("/proc/sys/net/ipv6/conf", scope, "disable_ipv6");
        FileErrors.run(() -> {
          if (Files.exists(off)) {
            Files.writeString(off, "1");
          }
        });
      }
      return true;
    });
  }

  private String addCable(VethLayout.VethPair cable) {
    return "link add %s type veth peer name %s".formatted(plug(cable.a()), plug(cable.b()));
  }

  /**
   * Its packets leave from where this process is; the kernel learns no other way than the given.
   */
  private String addTunnel(Tunnel tunnel) {
    return "link add %s type vxlan id %d local %s remote %s dstport %d nolearning"
        .formatted(
            plug(tunnel.end()),
            tunnel.vni(),
            tunnel.local().getHostAddress(),
            tunnel.remote().getHostAddress(),
            Tunnel.UDP_PORT);
  }

  private String plug(VethLayout.VethEnd plug) {
    return "%s%s mtu %d netns %s"
        .formatted(
            plug.interfaceName(),
            plug.mac().map(mac -> " address " + mac).orElse(""),
            cabling.mtuBytes(),
            prefix + plug.host().orElse(SWITCHES));
  }

  private void configure(String node, List<String> names, List<String> more) {
    namespace(node)
        .call(() -> {
          names.forEach(InterfaceOffloads::off);
          return true;
        });
    List<String> commands = new ArrayList<>(List.of("link set lo up"));
    names.forEach(name -> commands.add("link set " + name + " up"));
    commands.addAll(more);
    IpTool.batchIn(prefix + node, commands);
  }

  /** Keeps the host's kernel from answering the transport's datagrams with ICMP. */
  private static DatagramChannel quietPort() {
    return FileErrors.get(() -> {
      DatagramChannel channel = DatagramChannel.open(java.net.StandardProtocolFamily.INET);
      channel.setOption(StandardSocketOptions.SO_RCVBUF, 1);
      channel.bind(new InetSocketAddress(InetAddress.ofLiteral("0.0.0.0"), Uet.UDP_PORT));
      return channel;
    });
  }

  /** The namespace of a host. */
  public NetworkNamespace namespace(Host host) {
    return namespace(host.name());
  }

  /** The namespace of a host by its name. */
  public NetworkNamespace namespace(String host) {
    return NetworkNamespace.named(prefix + host);
  }

  /** The namespace that all switch ports are in. */
  public NetworkNamespace switches() {
    return NetworkNamespace.named(prefix + SWITCHES);
  }

  /**
   * Sends an ICMP echo request from a host's own stack.
   *
   * @return picoseconds until its answer, what this process takes included; empty if none came
   */
  public OptionalLong ping(String from, int ipv4) {
    OptionalLong rttNs = namespace(from).call(() -> Pings.ping(ipv4, PING_TIMEOUT_MS));
    return rttNs.isPresent() ? OptionalLong.of(rttNs.getAsLong() * PS_PER_NS) : rttNs;
  }

  /**
   * Returns what starts a program inside a host's namespace.
   *
   * @param command for {@code sh}
   */
  public ProcessBuilder program(String host, String command) {
    return IpTool.inside(prefix + host, command);
  }

  /** The namespace of tunnels that measure the way to other machines, where there are some. */
  public NetworkNamespace ways() {
    return namespace(NetworkShare.WAYS);
  }

  /** Returns what this network's names begin with. */
  public String prefix() {
    return prefix;
  }

  /** Removes everything, ends programs inside; veth pairs go with their namespaces. */
  @Override
  public void close() {
    List<AutoCloseable> all = new ArrayList<>(quietPorts);
    all.add(() -> StaleNamespaces.remove(prefix));
    Closing.all("removing the namespaces", all);
  }

  /**
   * The namespaces and cables of a share. Hosts have their IPv4 address and one static neighbour
   * that stands for all others, since switches route.
   */
  private static VethLayout layout(NetworkShare share) {
    List<HostSpec> hosts = new ArrayList<>();
    share.hosts().forEach(host -> hosts.add(hostSpec(host)));
    List<Tunnel> ways = share.ways().stream().map(NetworkShare.Way::tunnel).toList();
    if (!ways.isEmpty()) {
      hosts.add(
          new HostSpec(
              NetworkShare.WAYS,
              share.ways().stream()
                  .map(way ->
                      "addr add %s peer %s dev %s"
                          .formatted(way.own(), way.peer(), way.tunnel().end().interfaceName()))
                  .toList()));
    }
    return new VethLayout(
        share.mtuBytes(),
        hosts,
        share.pairs(),
        Stream.concat(share.tunnels().stream(), ways.stream()).toList());
  }

  private static HostSpec hostSpec(Host host) {
    String name = interfaceName(new Port(host, Host.NIC_PORT));
    return new HostSpec(
        host.name(),
        List.of(
            "addr add " + host.ipv4Text() + "/32 dev " + name,
            "neigh add " + GATEWAY + " lladdr " + GATEWAY_MAC + " dev " + name + " nud permanent",
            "route add default via " + GATEWAY + " dev " + name + " onlink"));
  }

  /** The name of a port's interface inside its namespace. */
  public static String interfaceName(Port port) {
    String name = port.interfaceName();
    if (name.length() <= VethLayout.MAX_INTERFACE_NAME) {
      return name;
    }
    return switch (port.node()) {
      case Host host -> "h" + (host.index() + 1) + "-eth" + port.number();
      case Switch sw -> "s" + sw.id() + "-eth" + port.number();
    };
  }
}
