package io.smartt.emulation.fabric;

import io.smartt.emulation.simulation.Simulation;
import io.smartt.emulation.simulation.Timeline;
import io.smartt.emulation.topology.Host;
import io.smartt.emulation.topology.Node;
import io.smartt.emulation.topology.Switch;
import io.smartt.emulation.topology.Topology;
import io.smartt.p4.pipeline.Packet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which node lives in which timeline of a simulation. What happens at one node may act at once on
 * another only if both share a timeline. Results do not depend on it.
 */
public final class Placement {
  private static final int FRAME_CAPACITY = 256;

  private final List<LinkEnd> hosts = new ArrayList<>();
  private final List<LinkEnd> switches = new ArrayList<>();

  private Placement() {}

  /** All nodes in one timeline, so that everything happens in the order of time. */
  public static Placement together(Simulation simulation, Topology topology) {
    Placement placement = new Placement();
    LinkEnd all = newEnd(simulation);
    topology.hosts().forEach(host -> placement.hosts.add(all));
    topology.switches().forEach(sw -> placement.switches.add(all));
    return placement;
  }

  /**
   * A timeline for each switch and each group of hosts.
   *
   * @param groups by host index; hosts with the same number share a timeline
   */
  public static Placement apart(Simulation simulation, Topology topology, int[] groups) {
    Placement placement = new Placement();
    Map<Integer, LinkEnd> ends = new HashMap<>();
    for (Host host : topology.hosts()) {
      placement.hosts.add(ends.computeIfAbsent(groups[host.index()], group -> newEnd(simulation)));
    }
    topology.switches().forEach(sw -> placement.switches.add(newEnd(simulation)));
    return placement;
  }

  private static LinkEnd newEnd(Simulation simulation) {
    return new LinkEnd(simulation.newTimeline(), new Packet(FRAME_CAPACITY));
  }

  /** The timeline of a node. */
  public Timeline of(Node node) {
    return end(node).timeline();
  }

  LinkEnd end(Node node) {
    return switch (node) {
      case Host host -> hosts.get(host.index());
      case Switch sw -> switches.get(sw.id() - 1);
    };
  }
}
