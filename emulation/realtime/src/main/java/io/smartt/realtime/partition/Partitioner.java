package io.smartt.realtime.partition;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Node;
import io.smartt.base.topology.Topology;

/**
 * Cuts a network between machines: each gets work as it has cores, and links between machines carry
 * as little as can be found. Work is the bits a second at a node's ports, since every frame costs
 * where it is sent and where it is received. The same network and machines give the same cut.
 *
 * @param hostsApart whether a host may be on another machine than the switch that it hangs off
 */
public record Partitioner(boolean hostsApart) {
  /**
   * Cuts a network.
   *
   * @throws UserInputException if there are more machines than parts that can be
   */
  public Partition cut(Topology topology, List<Machine> machines) {
    Map<Node, Integer> units = new HashMap<>();
    topology.switches().forEach(sw -> units.put(sw, units.size()));
    int count = units.size();
    for (var host : topology.hosts()) {
      Integer access = units.get(topology.accessSwitch(host));
      units.put(host, hostsApart || access == null ? count++ : access);
    }
    if (machines.size() > count) {
      throw new UserInputException(
          "%d workers, but %s can be cut into %d parts at most%s"
              .formatted(
                  machines.size(),
                  topology.name(),
                  count,
                  hostsApart ? "" : ", with hosts on the machine of their switch"));
    }
    int[] cores = machines.stream().mapToInt(Machine::cores).toArray();
    int[] parts = new Refinement(graph(topology, units, count), cores).best();
    Map<Node, Integer> places = new HashMap<>();
    units.forEach((node, unit) -> places.put(node, parts[unit]));
    return new Partition(topology, machines, places);
  }

  private static UnitGraph graph(Topology topology, Map<Node, Integer> units, int count) {
    long[] work = new long[count];
    List<Map<Integer, Long>> joined = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      joined.add(new HashMap<>());
    }
    for (Link link : topology.links()) {
      int a = unit(units, link.a().node());
      int b = unit(units, link.b().node());
      long bps = link.rateBps() + link.backBps();
      work[a] += bps;
      work[b] += bps;
      if (a != b) {
        joined.get(a).merge(b, bps, Long::sum);
        joined.get(b).merge(a, bps, Long::sum);
      }
    }
    return UnitGraph.of(work, joined);
  }

  private static int unit(Map<Node, Integer> units, Node node) {
    Integer unit = units.get(node);
    if (unit == null) {
      throw new IllegalArgumentException("a link ends at " + node.name() + ", which is nowhere");
    }
    return unit;
  }
}
