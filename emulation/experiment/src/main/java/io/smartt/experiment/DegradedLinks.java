package io.smartt.experiment;

import module java.base;

import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;

/**
 * The links that {@code -failed n} degrades to a quarter of their rate (uet-htsim, revision
 * 40ccb05, fat_tree_topology.cpp:914-940, 1013-1018 and 1175). With three tiers these are links
 * from the core down: that of aggregation switch a from its core switch l where {@code l + a * A}
 * is less than n, A being the aggregation switches of a pod. The links up keep their rate. With two
 * tiers the first n spines have slow links, in both directions.
 */
final class DegradedLinks {
  private static final int SHARE = 4;
  private static final int AGGREGATION = 1;
  private static final int CORE = 2;

  private DegradedLinks() {}

  /** The value of {@code link.rates} for so many of them. */
  static String rates(Topology topology, int failed) {
    List<Switch> aggs = tier(topology, AGGREGATION);
    boolean threeTiers = !tier(topology, CORE).isEmpty();
    List<String> rates = new ArrayList<>();
    if (aggs.isEmpty()) {
      throw new UserInputException(
          "link.failed is %d, but %s has no tier above the hosts' switches"
              .formatted(failed, topology.name()));
    }
    if (!threeTiers) {
      for (Switch spine : aggs.subList(0, Math.min(failed, aggs.size()))) {
        rates.add(spine.name() + "=" + quarter(topology.adjacencies(spine).getFirst()));
      }
      return String.join(",", rates);
    }
    int inPod = uplinksOfFirstRack(topology);
    for (int a = 0; a < aggs.size(); a++) {
      List<Adjacency> up = uplinks(topology, aggs.get(a));
      for (int l = 0; l < up.size(); l++) {
        if (l + a * inPod < failed) {
          Adjacency link = up.get(l);
          rates.add(link.peer().node().name() + ">" + aggs.get(a).name() + "=" + quarter(link));
        }
      }
    }
    return String.join(",", rates);
  }

  private static String quarter(Adjacency link) {
    return Quantities.formatBitsPerSecond(link.rateBps() / SHARE);
  }

  private static int uplinksOfFirstRack(Topology topology) {
    return uplinks(topology, topology.accessSwitch(topology.host(0))).size();
  }

  /** One link to each switch above, in their order; parallel ones count once. */
  private static List<Adjacency> uplinks(Topology topology, Switch sw) {
    List<Adjacency> up = new ArrayList<>();
    for (Adjacency out : topology.adjacencies(sw)) {
      if (out.peer().node() instanceof Switch peer
          && peer.tier() > sw.tier()
          && up.stream().noneMatch(other -> other.peer().node().equals(peer))) {
        up.add(out);
      }
    }
    return up;
  }

  private static List<Switch> tier(Topology topology, int tier) {
    return topology.switches().stream().filter(sw -> sw.tier() == tier).toList();
  }
}
