package io.smartt.study.launch;

import io.smartt.base.topology.Host;
import io.smartt.base.topology.Routes;
import io.smartt.base.topology.Topology;
import io.smartt.host.wire.Ipv4Header;
import io.smartt.workload.Flow;
import io.smartt.workload.Workload;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds flows whose packets cannot arrive, since every switch takes one off their TTL. */
final class PathsBeyondTtl {
  private PathsBeyondTtl() {}

  /**
   * Returns a warning that names the longest path of a flow, if it is too long. The switch that
   * finds a TTL of 1 drops the packet.
   */
  static Optional<String> warning(Topology topology, Workload workload) {
    Routes routes = topology.routes();
    if (switches(routes.diameter()) < Ipv4Header.TTL) {
      return Optional.empty();
    }
    int most = 0;
    @Nullable Flow longest = null;
    for (Flow flow : workload.flows()) {
      int links = routes.links(topology.host(flow.src()), topology.host(flow.dst()));
      if (links != Routes.UNREACHABLE && links > most) {
        most = links;
        longest = flow;
      }
    }
    if (longest == null || switches(most) < Ipv4Header.TTL) {
      return Optional.empty();
    }
    Host from = topology.host(longest.src());
    Host to = topology.host(longest.dst());
    return Optional.of(
        ("warning: the path from %s to %s crosses %d switches;"
                + " packets start with TTL %d and will not arrive")
            .formatted(from.name(), to.name(), switches(most), Ipv4Header.TTL));
  }

  private static int switches(int links) {
    return links - 1;
  }
}
