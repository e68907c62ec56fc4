package io.smartt.workload;

import module java.base;

/**
 * Groups of hosts that act on each other at once: the end of a flow at one starts a flow at the
 * other, by triggers. Hosts of different groups meet only by what they send.
 */
public final class HostGroups {
  private final int[] parents;
  private final Map<Integer, Integer> nodeOfTrigger = new HashMap<>();

  private HostGroups(Workload workload, int hosts) {
    for (Workload.Trigger trigger : workload.triggers()) {
      nodeOfTrigger.put(trigger.id(), hosts + nodeOfTrigger.size());
    }
    parents = new int[hosts + nodeOfTrigger.size()];
    Arrays.setAll(parents, node -> node);
  }

  /**
   * The group of each host, by host index. A group has the number of one of its hosts.
   *
   * @param hosts how many there are
   */
  public static int[] of(Workload workload, int hosts) {
    HostGroups groups = new HostGroups(workload, hosts);
    for (Flow flow : workload.flows()) {
      flow.sendDoneTrigger().ifPresent(trigger -> groups.join(flow.src(), trigger));
      flow.recvDoneTrigger().ifPresent(trigger -> groups.join(flow.dst(), trigger));
      if (flow.start() instanceof Flow.Start.OnTrigger(int trigger)) {
        groups.join(flow.src(), trigger);
      }
    }
    for (Workload.Trigger trigger : workload.triggers()) {
      trigger.work().ifPresent(work -> groups.join(work.host(), trigger.id()));
      trigger.then().forEach(next -> groups.join(groups.node(trigger.id()), next));
    }
    return groups.named(hosts);
  }

  private int[] named(int hosts) {
    int[] firstHost = new int[parents.length];
    Arrays.fill(firstHost, hosts);
    int[] named = new int[hosts];
    for (int host = 0; host < hosts; host++) {
      int root = find(host);
      firstHost[root] = Math.min(firstHost[root], host);
      named[host] = firstHost[root];
    }
    return named;
  }

  private int node(int trigger) {
    return nodeOfTrigger.getOrDefault(trigger, -1);
  }

  private void join(int node, int trigger) {
    parents[find(node)] = find(node(trigger));
  }

  private int find(int node) {
    int root = node;
    while (parents[root] != root) {
      parents[root] = parents[parents[root]];
      root = parents[root];
    }
    return root;
  }
}
