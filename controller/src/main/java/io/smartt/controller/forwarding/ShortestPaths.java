package io.smartt.controller.forwarding;

import module java.base;

import io.smartt.controller.forwarding.FabricModel.Attachment;
import io.smartt.controller.forwarding.FabricModel.Attachment.HostPort;
import io.smartt.controller.forwarding.FabricModel.Attachment.SwitchPort;

/**
 * Ports on shortest paths, counted in hops, from each switch to each host. Hosts behind the same
 * switches share one breadth-first search. Packets pass through switches only.
 */
final class ShortestPaths {
  private static final int UNREACHABLE = Integer.MAX_VALUE;

  /** A port of a switch and the attachment at the other end of its link. */
  private record Neighbour(int port, Attachment peer) {}

  private final List<List<Neighbour>> neighbours = new ArrayList<>();

  /** Switches that a host hangs on, sorted. */
  private final List<List<Integer>> attachments = new ArrayList<>();

  /** The same as a number for each host: hosts with one have the same attachment. */
  private final int[] attachmentIds;

  private final int attachmentCount;

  private final Map<List<Integer>, int[]> distances = new ConcurrentHashMap<>();

  ShortestPaths(FabricModel model) {
    model.switches().forEach(s -> neighbours.add(new ArrayList<>()));
    List<SortedSet<Integer>> attached = new ArrayList<>();
    model.hosts().forEach(h -> attached.add(new TreeSet<>()));
    for (FabricModel.FabricLink link : model.links()) {
      add(link.a(), link.b(), attached);
      add(link.b(), link.a(), attached);
    }
    neighbours.forEach(ports -> ports.sort((x, y) -> Integer.compare(x.port(), y.port())));
    attached.forEach(switches -> attachments.add(List.copyOf(switches)));
    Map<List<Integer>, Integer> ids = new HashMap<>();
    attachmentIds =
        attachments.stream().mapToInt(at -> ids.computeIfAbsent(at, _ -> ids.size())).toArray();
    attachmentCount = ids.size();
  }

  private void add(Attachment from, Attachment to, List<SortedSet<Integer>> attached) {
    if (from instanceof SwitchPort(int index, int port)) {
      neighbours.get(index).add(new Neighbour(port, to));
      if (to instanceof HostPort(int host)) {
        attached.get(host).add(index);
      }
    }
  }

  /** Ports of the switch that are on a shortest path to the host, ascending; none: unreachable. */
  List<Integer> nextHops(int switchIndex, int host) {
    List<Integer> targets = attachments.get(host);
    if (targets.contains(switchIndex)) {
      return ports(switchIndex, peer -> peer instanceof HostPort(int h) && h == host);
    }
    return nextHopsToSwitches(switchIndex, targets);
  }

  /**
   * Hosts with the same number have the same next hops wherever they are not attached.
   *
   * @return below {@link #attachmentCount}
   */
  int attachment(int host) {
    return attachmentIds[host];
  }

  /** Returns how many attachments there are. */
  int attachmentCount() {
    return attachmentCount;
  }

  /** Returns whether the host hangs on the switch. */
  boolean isAttached(int host, int switchIndex) {
    return attachments.get(host).contains(switchIndex);
  }

  private List<Integer> nextHopsToSwitches(int switchIndex, List<Integer> targets) {
    int[] distance = distances.computeIfAbsent(targets, this::search);
    int own = distance[switchIndex];
    if (own == UNREACHABLE) {
      return List.of();
    }
    return ports(
        switchIndex, peer -> peer instanceof SwitchPort(int s, _) && distance[s] == own - 1);
  }

  private List<Integer> ports(int switchIndex, Predicate<Attachment> wanted) {
    List<Integer> ports = new ArrayList<>();
    for (Neighbour neighbour : neighbours.get(switchIndex)) {
      if (wanted.test(neighbour.peer())) {
        ports.add(neighbour.port());
      }
    }
    return List.copyOf(ports);
  }

  private int[] search(List<Integer> targets) {
    int[] distance = new int[neighbours.size()];
    Arrays.fill(distance, UNREACHABLE);
    ArrayDeque<Integer> queue = new ArrayDeque<>();
    for (int target : targets) {
      distance[target] = 0;
      queue.add(target);
    }
    while (!queue.isEmpty()) {
      int at = queue.remove();
      for (Neighbour neighbour : neighbours.get(at)) {
        if (neighbour.peer() instanceof SwitchPort(int next, _) && distance[next] == UNREACHABLE) {
          distance[next] = distance[at] + 1;
          queue.add(next);
        }
      }
    }
    return distance;
  }
}
