package io.smartt.realtime.partition;

import module java.base;

import io.smartt.base.topology.Host;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Node;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;

/**
 * The machine of each node of a network.
 *
 * @param machines by their number
 * @param places number of the machine of each node
 */
public record Partition(Topology topology, List<Machine> machines, Map<Node, Integer> places) {
  /** Copies. */
  public Partition {
    machines = List.copyOf(machines);
    places = Map.copyOf(places);
  }

  /** Returns the number of the machine that has a node. */
  public int of(Node node) {
    Integer place = places.get(node);
    if (place == null) {
      throw new IllegalArgumentException(node.name() + " is not of this network");
    }
    return place;
  }

  /** Returns the hosts of a machine. */
  public List<Host> hosts(int machine) {
    return topology.hosts().stream().filter(host -> of(host) == machine).toList();
  }

  /** Returns the switches of a machine. */
  public List<Switch> switches(int machine) {
    return topology.switches().stream().filter(sw -> of(sw) == machine).toList();
  }

  /** Returns whether the ends of a link are on two machines. */
  public boolean isCut(Link link) {
    return of(link.a().node()) != of(link.b().node());
  }

  /** Returns the links between machines. */
  public List<Link> cut() {
    return topology.links().stream().filter(this::isCut).toList();
  }

  /** Returns the links between a machine and others. */
  public List<Link> cutAt(int machine) {
    return cut().stream()
        .filter(link -> of(link.a().node()) == machine || of(link.b().node()) == machine)
        .toList();
  }

  /** Returns the links between two machines. */
  public List<Link> cutBetween(int one, int other) {
    return cutAt(one).stream()
        .filter(link -> of(link.a().node()) == other || of(link.b().node()) == other)
        .toList();
  }

  /** Returns bits a second that links carry, both directions of each together. */
  public static long rateBps(List<Link> links) {
    return links.stream().mapToLong(link -> link.rateBps() + link.backBps()).sum();
  }

  /** Returns bits a second that all ports of a machine's nodes send and receive together. */
  public long loadBps(int machine) {
    long sum = 0;
    for (Link link : topology.links()) {
      long bps = link.rateBps() + link.backBps();
      sum += of(link.a().node()) == machine ? bps : 0;
      sum += of(link.b().node()) == machine ? bps : 0;
    }
    return sum;
  }
}
