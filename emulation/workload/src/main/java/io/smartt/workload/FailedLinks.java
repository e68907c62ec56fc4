package io.smartt.workload;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;

/** Finds the links that a workload's failure records mean: one, or all of a switch. */
public final class FailedLinks {
  private FailedLinks() {}

  /** The topology with the workload's failed links down. */
  public static Topology apply(Workload workload, Topology topology) {
    Set<Link> down = new HashSet<>();
    for (Workload.Failure failure : workload.failures()) {
      down.addAll(find(workload.name(), failure, topology));
    }
    return down.isEmpty() ? topology : topology.withFailedLinks(down);
  }

  private static List<Link> find(String name, Workload.Failure failure, Topology topology) {
    List<Switch> tier =
        topology.switches().stream().filter(sw -> sw.tier() == failure.tier()).toList();
    if (failure.switchId() >= tier.size()) {
      throw new UserInputException(
          "%s: failure of switch %s of tier %s, but %s has %s there"
              .formatted(name, failure.switchId(), failure.tier(), topology.name(), tier.size()));
    }
    Switch sw = tier.get(failure.switchId());
    if (failure.linkId().isEmpty()) {
      return topology.adjacencies(sw).stream().map(Adjacency::link).toList();
    }
    int linkId = failure.linkId().getAsInt();
    List<Adjacency> links =
        topology.adjacencies(sw).stream()
            .filter(out -> failure.tier() == 2 || isUplink(sw, out))
            .toList();
    if (linkId >= links.size()) {
      throw new UserInputException(
          "%s: failure of link %s of switch %s, which has %s"
              .formatted(name, linkId, sw.name(), links.size()));
    }
    return List.of(links.get(linkId).link());
  }

  private static boolean isUplink(Switch sw, Adjacency out) {
    return switch (out.peer().node()) {
      case Host host -> false;
      case Switch peer -> peer.tier() > sw.tier();
    };
  }
}
