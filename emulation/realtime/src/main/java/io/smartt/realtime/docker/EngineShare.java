package io.smartt.realtime.docker;

import module java.base;

import io.smartt.base.topology.Host;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Node;
import io.smartt.base.topology.Port;
import io.smartt.base.topology.Topology;
import io.smartt.realtime.containers.NodePrograms;

/**
 * The part of a topology's network that one engine has: all of it, or a machine's part.
 *
 * @param nodes that it runs
 * @param inside links with both ends there
 * @param apart where ports of links to other machines are plugged in
 * @param publishedAt address of its machine on which APIs are published
 * @param ways a network that its first host is in as well, to measure the ways to other machines
 */
record EngineShare(
    Topology topology,
    List<Node> nodes,
    List<Link> inside,
    Map<Port, LinkNetworks.NetworkAttachment> apart,
    String publishedAt,
    Optional<String> ways) {
  private static final String LOOPBACK = "127.0.0.1";

  /** Copies. */
  EngineShare {
    nodes = List.copyOf(nodes);
    inside = List.copyOf(inside);
    apart = Map.copyOf(apart);
  }

  /** Returns the whole network, for this machine alone to reach. */
  static EngineShare whole(Topology topology) {
    return new EngineShare(
        topology,
        NodePrograms.nodes(topology),
        topology.links(),
        Map.of(),
        LOOPBACK,
        Optional.empty());
  }

  /** The host that measures the ways to other machines; empty where there is none. */
  Optional<Host> measuring() {
    return nodes.stream().filter(Host.class::isInstance).map(Host.class::cast).findFirst();
  }
}
