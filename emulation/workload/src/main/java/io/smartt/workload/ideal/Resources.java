package io.smartt.workload.ideal;

import module java.base;

import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.workload.Flow;

/**
 * The resources that flows compete for: the two host links of each, and classes of links between
 * switches. Links of one rate that carry the same part of every flow are always equally loaded, so
 * one of them stands for all; in a fat tree that leaves a handful for each rack and pod instead of
 * hundreds.
 */
final class Resources {
  private final Topology topology;
  private final Map<Integer, Integer> ofDirection = new HashMap<>();
  private final Map<Pair, FlowUse> ofPair = new LinkedHashMap<>();
  private final List<Double> bitsPerPs = new ArrayList<>();

  Resources(Topology topology, List<Flow> flows) {
    this.topology = topology;
    Map<Pair, PathSpread> spreads = new LinkedHashMap<>();
    for (Flow flow : flows) {
      Host to = topology.host(flow.dst());
      Switch from = topology.accessSwitch(topology.host(flow.src()));
      spreads.computeIfAbsent(
          new Pair(from.id(), topology.accessSwitch(to).id()),
          _ -> PathSpread.between(topology, from, to));
    }
    Map<Integer, Long> signatures = signatures(spreads);
    Map<LinkClass, Integer> classes = new HashMap<>();
    signatures.forEach((direction, signature) -> {
      Link link = topology.links().get(direction / 2);
      long rateBps = direction % 2 == 0 ? link.rateBps() : link.backBps();
      ofDirection.put(
          direction, classes.computeIfAbsent(new LinkClass(signature, rateBps), _ -> add(rateBps)));
    });
    spreads.forEach((pair, spread) -> ofPair.put(pair, use(spread)));
  }

  /** Capacity of each resource, bits per picosecond. */
  double[] capacities() {
    return bitsPerPs.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /**
   * Returns the resources that a flow uses; its host links become resources when first asked for.
   */
  FlowUse use(Flow flow) {
    Host from = topology.host(flow.src());
    Host to = topology.host(flow.dst());
    FlowUse between =
        ofPair.getOrDefault(
            new Pair(topology.accessSwitch(from).id(), topology.accessSwitch(to).id()),
            new FlowUse(new int[0], new double[0]));
    int inner = between.resources().length;
    int[] resources = new int[inner + 2];
    double[] parts = new double[inner + 2];
    System.arraycopy(between.resources(), 0, resources, 0, inner);
    System.arraycopy(between.parts(), 0, parts, 0, inner);
    Adjacency out = topology.access(from);
    Adjacency in = topology.access(to);
    resources[inner] = ofDirection.computeIfAbsent(out.direction(), _ -> add(out.rateBps()));
    resources[inner + 1] =
        ofDirection.computeIfAbsent(in.direction() ^ 1, _ -> add(in.arrivingBps()));
    parts[inner] = 1;
    parts[inner + 1] = 1;
    return new FlowUse(resources, parts);
  }

  private int add(long rateBps) {
    bitsPerPs.add(rateBps / 1e12);
    return bitsPerPs.size() - 1;
  }

  private FlowUse use(PathSpread spread) {
    Map<Integer, Double> parts = new LinkedHashMap<>();
    for (int i = 0; i < spread.directions().size(); i++) {
      parts.put(ofDirection.getOrDefault(spread.directions().get(i), -1), spread.parts().get(i));
    }
    return new FlowUse(
        parts.keySet().stream().mapToInt(Integer::intValue).toArray(),
        parts.values().stream().mapToDouble(Double::doubleValue).toArray());
  }

  /** A number for each direction, alike if and only if it carries the same part of every pair. */
  private static Map<Integer, Long> signatures(Map<Pair, PathSpread> spreads) {
    Map<Integer, Long> signatures = new LinkedHashMap<>();
    spreads.forEach((pair, spread) -> {
      for (int i = 0; i < spread.directions().size(); i++) {
        // Rounded, so that sums of the same parts in another order count as the same.
        long part = Math.round(spread.parts().get(i) * 0x1p40);
        long mixed = mix(mix(pair.from * 0x1_0000_0001L + pair.to) + part);
        signatures.merge(spread.directions().get(i), mixed, Long::sum);
      }
    });
    return signatures;
  }

  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  private record Pair(int from, int to) {}

  private record LinkClass(long signature, long rateBps) {}

  /**
   * The part of a flow that each link between two access switches carries, where every switch on
   * the way splits it evenly over its equal-cost next hops, as ECMP groups do. On a symmetric
   * network that is an even split over the paths.
   *
   * @param directions of links, as {@link Adjacency#direction()} numbers them
   * @param parts of the flow, one for each direction, above 0 and at most 1
   */
  record PathSpread(List<Integer> directions, List<Double> parts) {

    static PathSpread between(Topology topology, Switch from, Host to) {
      List<Integer> directions = new ArrayList<>();
      List<Double> parts = new ArrayList<>();
      Map<Switch, Double> here = Map.of(from, 1.0);
      while (!here.isEmpty()) {
        Map<Switch, Double> next = new LinkedHashMap<>();
        here.forEach((sw, part) -> {
          List<Adjacency> outs = topology.routes().nextHops(sw, to);
          for (Adjacency out : outs) {
            if (out.peer().node() instanceof Switch peer) {
              directions.add(out.direction());
              parts.add(part / outs.size());
              next.merge(peer, part / outs.size(), Double::sum);
            }
          }
        });
        here = next;
      }
      return new PathSpread(directions, parts);
    }
  }

  /**
   * A flow's share of the network's resources: the index of each, and the part of the flow's rate
   * that it carries. The arrays are shared, not copied; nobody changes them.
   */
  static final class FlowUse {
    private final int[] resources;
    private final double[] parts;

    FlowUse(int[] resources, double[] parts) {
      this.resources = resources;
      this.parts = parts;
    }

    int[] resources() {
      return resources;
    }

    double[] parts() {
      return parts;
    }
  }
}
