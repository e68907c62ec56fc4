package io.smartt.realtime.netns;

import module java.base;

import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Node;
import io.smartt.base.topology.Port;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.realtime.netns.VethLayout.VethEnd;
import io.smartt.realtime.netns.VethLayout.VethPair;
import io.smartt.softswitch.DropPort;
import io.smartt.softswitch.standalone.StandaloneSettings;

/**
 * The part of a topology's network that one machine has: all of it, or a worker's part.
 *
 * @param mtuBytes of the longest IP packet
 * @param hosts in namespaces of their own
 * @param switches that this machine starts
 * @param pairs links with both ends here
 * @param tunnels links with one end here
 * @param ways tunnels by which the way to other machines is measured
 */
public record NetworkShare(
    int mtuBytes,
    List<Host> hosts,
    List<SwitchSeat> switches,
    List<VethPair> pairs,
    List<VethLayout.Tunnel> tunnels,
    List<Way> ways) {
  /** The name of the namespace of ways. */
  public static final String WAYS = "ways";

  /**
   * A switch and where it is plugged in.
   *
   * @param id its P4Runtime device id
   * @param queues that each port has
   * @param interfaces by port number
   */
  public record SwitchSeat(String name, int id, int queues, SortedMap<Integer, String> interfaces) {
    /** A switch of a topology. */
    public static SwitchSeat of(Topology topology, Switch sw, int queues) {
      SortedMap<Integer, String> interfaces = new TreeMap<>();
      for (Adjacency adjacency : topology.adjacencies(sw)) {
        interfaces.put(
            adjacency.port(), NamespaceNetwork.interfaceName(new Port(sw, adjacency.port())));
      }
      return new SwitchSeat(sw.name(), sw.id(), queues, interfaces);
    }

    /** Returns those of the switch, but for its ports. */
    public StandaloneSettings settings(long seed) {
      return new StandaloneSettings(
          name,
          id,
          OptionalInt.empty(),
          DropPort.DEFAULT,
          queues,
          StandaloneSettings.DEFAULT_QUEUE_PACKETS,
          Map.of(),
          OptionalLong.of(seed));
    }
  }

  /**
   * A tunnel that carries nothing but what measures it.
   *
   * @param own this end's IPv4 address
   * @param peer the other's
   */
  public record Way(VethLayout.Tunnel tunnel, String own, String peer) {}

  /** Copies. */
  public NetworkShare {
    hosts = List.copyOf(hosts);
    switches = List.copyOf(switches);
    pairs = List.copyOf(pairs);
    tunnels = List.copyOf(tunnels);
    ways = List.copyOf(ways);
  }

  /** Returns all hosts and cables of a topology, whose switches somebody else starts. */
  static NetworkShare whole(Topology topology) {
    return new NetworkShare(
        NamespaceNetwork.MTU_BYTES,
        topology.hosts(),
        List.of(),
        pairs(topology, node -> true),
        List.of(),
        List.of());
  }

  /** Returns the links with both ends at nodes that are here. */
  public static List<VethPair> pairs(Topology topology, Predicate<Node> here) {
    return topology.links().stream()
        .filter(link -> here.test(link.a().node()) && here.test(link.b().node()))
        .map(NetworkShare::pair)
        .toList();
  }

  private static VethPair pair(Link link) {
    return new VethPair(end(link.a()), end(link.b()));
  }

  /** Returns the end of a link at a port. */
  public static VethEnd end(Port port) {
    String name = NamespaceNetwork.interfaceName(port);
    return port.node() instanceof Host host
        ? new VethEnd(Optional.of(host.name()), name, Optional.of(host.macText()))
        : new VethEnd(Optional.empty(), name, Optional.empty());
  }
}
