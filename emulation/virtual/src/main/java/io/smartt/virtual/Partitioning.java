package io.smartt.virtual;

import module java.base;

import io.smartt.base.topology.Host;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Node;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.p4.pipeline.Packet;
import io.smartt.virtual.SimplexLink.LinkEnd;
import io.smartt.virtual.simulation.EventQueue;
import io.smartt.virtual.simulation.Simulation;

/**
 * The event queue of a simulation in which each node lives. What happens at one node may act at
 * once on another only if both share an event queue.
 *
 * <p>A network has parts: each switch with its hosts, so that windows last as long as the links
 * between switches take, and what a node keeps is fetched from memory less often. Where there are
 * too few switches for that, or hosts of different switches act at once on each other, hosts are
 * parts of their own. Each part has an event queue, or all share one: windows, and so all results,
 * are the same.
 */
public final class Partitioning {
  private static final int FRAME_CAPACITY = 256;

  /**
   * The number of switches from which there are parts enough for the threads of a machine if hosts
   * are none.
   */
  private static final int MANY_SWITCHES = 16;

  private final List<LinkEnd> hosts = new ArrayList<>();
  private final List<LinkEnd> switches = new ArrayList<>();
  private final Topology topology;
  private final int[] groups;
  private final boolean hostsWithSwitches;

  private Partitioning(Topology topology, int[] groups) {
    this.topology = topology;
    this.groups = groups.clone();
    this.hostsWithSwitches =
        topology.switches().size() >= MANY_SWITCHES && groupsAreBehindOneSwitchEach();
  }

  private boolean groupsAreBehindOneSwitchEach() {
    Map<Integer, Switch> behind = new HashMap<>();
    for (Host host : topology.hosts()) {
      Switch access = topology.accessSwitch(host);
      if (!behind.computeIfAbsent(groups[host.index()], group -> access).equals(access)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Puts every part in one event queue, so that everything happens in the order of time.
   *
   * @param groups by host index; hosts with the same number act at once on each other
   */
  public static Partitioning together(Simulation simulation, Topology topology, int[] groups) {
    LinkEnd all = newEnd(simulation);
    return new Partitioning(topology, groups).placed(part -> all);
  }

  /** Puts every node in one event queue, where any node may act at once on another. */
  static Partitioning inOrderOfTime(Simulation simulation, Topology topology) {
    int[] groups = new int[topology.hosts().size()];
    Arrays.setAll(groups, host -> host);
    return together(simulation, topology, groups);
  }

  /**
   * A event queue for each part.
   *
   * @param groups by host index; hosts with the same number act at once on each other
   */
  public static Partitioning apart(Simulation simulation, Topology topology, int[] groups) {
    Map<Integer, LinkEnd> ends = new HashMap<>();
    return new Partitioning(topology, groups)
        .placed(part -> ends.computeIfAbsent(part, _ -> newEnd(simulation)));
  }

  /**
   * Returns the first host of each host's part, by host index. Hosts of a part start their flows
   * together, also where parts share an event queue.
   *
   * @param groups by host index; hosts with the same number act at once on each other
   */
  static int[] firstHosts(Topology topology, int[] groups) {
    Partitioning parts = new Partitioning(topology, groups);
    Map<Integer, Integer> first = new HashMap<>();
    return topology.hosts().stream()
        .mapToInt(host -> first.computeIfAbsent(parts.part(host), _ -> host.index()))
        .toArray();
  }

  private Partitioning placed(IntFunction<LinkEnd> endOfPart) {
    topology.hosts().forEach(host -> hosts.add(endOfPart.apply(part(host))));
    topology.switches().forEach(sw -> switches.add(endOfPart.apply(part(sw))));
    return this;
  }

  private static LinkEnd newEnd(Simulation simulation) {
    return new LinkEnd(simulation.newEventQueue(), new Packet(FRAME_CAPACITY));
  }

  /** Switches have the numbers behind those of all groups of hosts. */
  private int part(Node node) {
    return switch (node) {
      case Host host when hostsWithSwitches -> part(topology.accessSwitch(host));
      case Host host -> groups[host.index()];
      case Switch sw -> topology.hosts().size() + sw.id();
    };
  }

  /** Returns whether what is sent over a link comes to another part. */
  boolean isBetweenParts(Link link) {
    return part(link.a().node()) != part(link.b().node());
  }

  /** The event queue of a node. */
  public EventQueue of(Node node) {
    return end(node).eventQueue();
  }

  LinkEnd end(Node node) {
    return switch (node) {
      case Host host -> hosts.get(host.index());
      case Switch sw -> switches.get(sw.id() - 1);
    };
  }
}
