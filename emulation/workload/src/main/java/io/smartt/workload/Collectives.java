package io.smartt.workload;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.workload.Workload.Trigger;
import io.smartt.workload.Workloads.Request;

/** Workloads whose flows wait for each other: all-to-alls and all-reduces. */
final class Collectives {
  private Collectives() {}

  /**
   * Windowed all-to-all (Sec. "Alltoall"): each sender begins with a window of flows and starts the
   * next one when it has the last ACK of any.
   */
  static Workload allToAll(String name, Request request) {
    List<Flow> flows = new ArrayList<>();
    List<Trigger> triggers = new ArrayList<>();
    for (int src = 0; src < request.hosts(); src++) {
      int trigger = src + 1;
      triggers.add(Trigger.multishot(trigger));
      int[] order = Patterns.identity(request.hosts());
      Patterns.shuffle(order, request.random());
      int sent = 0;
      for (int dst : order) {
        if (dst != src) {
          Flow flow = Flow.at(flows.size() + 1, src, dst, request.bytes(), 0).whenSent(trigger);
          flows.add(sent++ < request.count() ? flow : flow.startedBy(trigger));
        }
      }
    }
    return new Workload(name, request.hosts(), flows, triggers, List.of());
  }

  /**
   * Sequential all-to-all (Sec. "All-to-all Results (DPDK)"): in iteration i a host sends to its
   * i-th neighbour to the right, and begins the next iteration when it has the last ACK.
   */
  static Workload ring(String name, Request request) {
    List<Flow> flows = new ArrayList<>();
    List<Trigger> triggers = new ArrayList<>();
    int hosts = request.hosts();
    for (int src = 0; src < hosts; src++) {
      for (int step = 1; step < hosts; step++) {
        int dst = (src + step) % hosts;
        Flow flow = Flow.at(flows.size() + 1, src, dst, request.bytes(), 0);
        if (step > 1) {
          flow = flow.startedBy(triggers.getLast().id());
        }
        if (step < hosts - 1) {
          triggers.add(Trigger.oneshot(triggers.size() + 1));
          flow = flow.whenSent(triggers.getLast().id());
        }
        flows.add(flow);
      }
    }
    return new Workload(name, hosts, flows, triggers, List.of());
  }

  /**
   * Ring all-reduce: 2(N-1) steps, in each of which a host sends its right neighbour the part, an
   * N-th of the vector, that it has just received from its left one.
   */
  static Workload ringAllReduce(String name, Request request) {
    int hosts = request.hosts();
    long part = Math.ceilDiv(request.bytes(), hosts);
    int steps = 2 * (hosts - 1);
    Chain chain = new Chain(hosts, steps);
    for (int step = 0; step < steps; step++) {
      for (int src = 0; src < hosts; src++) {
        int dst = (src + 1) % hosts;
        chain.add(step, src, dst, part);
      }
    }
    return chain.workload(name);
  }

  /**
   * Butterfly all-reduce: log2 N steps; in step s a host exchanges the whole vector with the host
   * whose number differs in bit s, and begins a step when it has received that of the step before.
   */
  static Workload butterflyAllReduce(String name, Request request) {
    int hosts = request.hosts();
    if (Integer.bitCount(hosts) != 1) {
      throw new UserInputException("needs a power of two of hosts, the topology has " + hosts);
    }
    int steps = Integer.numberOfTrailingZeros(hosts);
    Chain chain = new Chain(hosts, steps);
    for (int step = 0; step < steps; step++) {
      for (int src = 0; src < hosts; src++) {
        chain.add(step, src, src ^ (1 << step), request.bytes());
      }
    }
    return chain.workload(name);
  }

  /** Steps in which each host sends once, after it has received what the step before sent it. */
  private static final class Chain {
    private final int hosts;
    private final int steps;
    private final List<Flow> flows = new ArrayList<>();
    private final List<Trigger> triggers = new ArrayList<>();

    Chain(int hosts, int steps) {
      this.hosts = hosts;
      this.steps = steps;
    }

    void add(int step, int src, int dst, long bytes) {
      Flow flow = Flow.at(flows.size() + 1, src, dst, bytes, 0);
      if (step > 0) {
        flow = flow.startedBy(arrival(step - 1, src));
      }
      if (step < steps - 1) {
        triggers.add(Trigger.oneshot(arrival(step, dst)));
        flow = flow.whenReceived(arrival(step, dst));
      }
      flows.add(flow);
    }

    private int arrival(int step, int host) {
      return step * hosts + host + 1;
    }

    Workload workload(String name) {
      return new Workload(name, hosts, flows, triggers, List.of());
    }
  }
}
