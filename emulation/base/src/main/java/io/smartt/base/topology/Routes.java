package io.smartt.base.topology;

import module java.base;

/**
 * Equal-cost shortest paths of a topology, by breadth-first search from the switch that the
 * destination hangs off. Paths go through switches only. Distances are worked out when first asked
 * for and kept; safe for use by several threads.
 */
public final class Routes {
  /** The distance of what cannot be reached. */
  public static final int UNREACHABLE = Integer.MAX_VALUE;

  private static final int NOT_KNOWN = -1;

  private final Topology topology;
  private final AtomicReferenceArray<int[]> toSwitch;
  private volatile int diameter = NOT_KNOWN;

  Routes(Topology topology) {
    this.topology = topology;
    toSwitch = new AtomicReferenceArray<>(topology.switches().size());
  }

  /** Links from a switch to a host; {@link #UNREACHABLE} if there is no way. */
  public int links(Switch from, Host to) {
    if (!topology.isUp(topology.access(to).link())) {
      return UNREACHABLE;
    }
    int between = distances(topology.accessSwitch(to))[from.id() - 1];
    return between == UNREACHABLE ? UNREACHABLE : between + 1;
  }

  /** Links between two hosts, both host links counted; 0 from a host to itself. */
  public int links(Host from, Host to) {
    if (from.equals(to)) {
      return 0;
    }
    if (!topology.isUp(topology.access(from).link())) {
      return UNREACHABLE;
    }
    int rest = links(topology.accessSwitch(from), to);
    return rest == UNREACHABLE ? UNREACHABLE : rest + 1;
  }

  /** The ways out of a switch that lie on a shortest path to a host, by port; empty if none. */
  public List<Adjacency> nextHops(Switch from, Host to) {
    int left = links(from, to);
    return topology.adjacencies(from).stream()
        .filter(out -> left != UNREACHABLE && topology.isUp(out.link()) && isNearer(out, to, left))
        .toList();
  }

  private boolean isNearer(Adjacency out, Host to, int left) {
    return switch (out.peer().node()) {
      case Host host -> host.equals(to);
      case Switch next -> left > 1 && links(next, to) == left - 1;
    };
  }

  /**
   * Most links between any two hosts, whose own links count as up; {@link #UNREACHABLE} if some two
   * of their switches have no way.
   */
  public int diameter() {
    int known = diameter;
    if (known == NOT_KNOWN) {
      known = findDiameter();
      diameter = known;
    }
    return known;
  }

  private int findDiameter() {
    List<Switch> access = topology.hosts().stream().map(topology::accessSwitch).distinct().toList();
    int longest = topology.hosts().size() > 1 ? 2 : 0;
    for (Switch to : access) {
      int[] distances = distances(to);
      for (Switch from : access) {
        int between = distances[from.id() - 1];
        longest = Math.max(longest, between == UNREACHABLE ? UNREACHABLE : between + 2);
      }
    }
    return longest;
  }

  private int[] distances(Switch to) {
    int[] known = toSwitch.get(to.id() - 1);
    if (known == null) {
      known = search(to);
      toSwitch.set(to.id() - 1, known);
    }
    return known;
  }

  private int[] search(Switch root) {
    int[] distances = new int[topology.switches().size()];
    Arrays.fill(distances, UNREACHABLE);
    int[] queue = new int[distances.length];
    int head = 0;
    int tail = 1;
    queue[0] = root.id();
    distances[root.id() - 1] = 0;
    while (head < tail) {
      int id = queue[head++];
      for (Adjacency out : topology.adjacencies(topology.switchWithId(id))) {
        if (out.peer().node() instanceof Switch next
            && topology.isUp(out.link())
            && distances[next.id() - 1] == UNREACHABLE) {
          distances[next.id() - 1] = distances[id - 1] + 1;
          queue[tail++] = next.id();
        }
      }
    }
    return distances;
  }
}
