package io.smartt.emulation.workload;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Groups of hosts that act on each other at once: the end of a flow at one starts a flow at the
 * other, by a trigger. Hosts of different groups meet only by what they send.
 */
public final class HostGroups {
  private final int[] parents;
  private final Map<Integer, Integer> hostOfTrigger = new HashMap<>();

  private HostGroups(int hosts) {
    parents = new int[hosts];
    Arrays.setAll(parents, host -> host);
  }

  /**
   * The group of each host, by host index. A group has the number of one of its hosts.
   *
   * @param hosts how many there are
   */
  public static int[] of(Workload workload, int hosts) {
    HostGroups groups = new HostGroups(hosts);
    for (Flow flow : workload.flows()) {
      groups.join(flow.src(), flow.sendDoneTrigger());
      groups.join(flow.dst(), flow.recvDoneTrigger());
      if (flow.start() instanceof Start.OnTrigger(int trigger)) {
        groups.join(flow.src(), OptionalInt.of(trigger));
      }
    }
    int[] found = new int[hosts];
    Arrays.setAll(found, groups::find);
    return found;
  }

  private void join(int host, OptionalInt trigger) {
    if (trigger.isPresent()) {
      Integer other = hostOfTrigger.putIfAbsent(trigger.getAsInt(), host);
      if (other != null) {
        parents[find(host)] = find(other);
      }
    }
  }

  private int find(int host) {
    int root = host;
    while (parents[root] != root) {
      parents[root] = parents[parents[root]];
      root = parents[root];
    }
    return root;
  }
}
