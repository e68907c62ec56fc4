package io.smartt.emulation.workload.ideal;

import io.smartt.emulation.topology.Adjacency;
import io.smartt.emulation.topology.Host;
import io.smartt.emulation.topology.Switch;
import io.smartt.emulation.topology.Topology;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The part of a flow that each link between two access switches carries, where every switch on the
 * way splits it evenly over its equal-cost next hops, as ECMP groups do. On a symmetric network
 * that is an even split over the paths.
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
