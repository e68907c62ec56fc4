package io.smartt.workload;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.workload.Workloads.Request;

/** Workloads whose flows all start at once (Sec. "Analyzed Workloads"). */
final class Patterns {
  private Patterns() {}

  /**
   * Makes flows to host 0 from hosts N/2, N/2 + 1 and on, host 0 left out: the farthest hosts
   * first, as the reference simulator's matrices have it. With N - 1 senders that is every other
   * host, as on the paper's testbed (15 to 1 among 16). Each begins a gap, if there is one, after
   * the one before.
   */
  static Workload incast(String name, Request request) {
    List<Flow> flows = new ArrayList<>();
    for (int other : farthestFirst(request)) {
      long startPs = Math.multiplyExact(request.gapPs(), flows.size());
      flows.add(Flow.at(flows.size() + 1, other, 0, request.bytes(), startPs));
    }
    return new Workload(name, request.hosts(), flows);
  }

  /** Makes flows from host 0 to the hosts that an incast has as senders. */
  static Workload outcast(String name, Request request) {
    List<Flow> flows = new ArrayList<>();
    for (int other : farthestFirst(request)) {
      flows.add(Flow.at(flows.size() + 1, 0, other, request.bytes(), 0));
    }
    return new Workload(name, request.hosts(), flows);
  }

  /**
   * Host 0 sends to N hosts, and the first of these receives from N more. That flow has an (N+1)th
   * of its receiver's link, so the others out of host 0 could have more than an Nth of its own.
   */
  static Workload outcastIncast(String name, Request request) {
    int degree = request.count();
    if (2 * degree + 1 > request.hosts()) {
      throw new UserInputException(
          "needs " + (2 * degree + 1) + " hosts, the topology has " + request.hosts());
    }
    List<Integer> others = farthestFirst(request.hosts(), 2 * degree);
    List<Flow> flows = new ArrayList<>();
    for (int other : others.subList(0, degree)) {
      flows.add(Flow.at(flows.size() + 1, 0, other, request.bytes(), 0));
    }
    for (int other : others.subList(degree, 2 * degree)) {
      flows.add(Flow.at(flows.size() + 1, other, others.getFirst(), request.bytes(), 0));
    }
    return new Workload(name, request.hosts(), flows);
  }

  private static List<Integer> farthestFirst(Request request) {
    return farthestFirst(request.hosts(), request.count());
  }

  private static List<Integer> farthestFirst(int hosts, int count) {
    List<Integer> others = new ArrayList<>();
    for (int i = 0; others.size() < count; i++) {
      int host = (hosts / 2 + i) % hosts;
      if (host != 0) {
        others.add(host);
      }
    }
    return others;
  }

  /** A permutation without fixed points, each of them equally likely. */
  static Workload permutation(String name, Request request) {
    int[] to = identity(request.hosts());
    do {
      shuffle(to, request.random());
    } while (hasFixedPoint(to));
    return toEach(name, request, to);
  }

  static Workload corePermutation(String name, Request request) {
    if (request.hosts() % 2 != 0) {
      throw new UserInputException(
          "needs an even number of hosts, the topology has " + request.hosts());
    }
    int[] to = identity(request.hosts());
    for (int i = 0; i < to.length; i++) {
      to[i] = (i + to.length / 2) % to.length;
    }
    return toEach(name, request, to);
  }

  /**
   * The core permutation in which the first N hosts send twice as much (Sec. "Permutation", Fig.
   * "Uneven Perm.").
   */
  static Workload unevenPermutation(String name, Request request) {
    List<Flow> flows = new ArrayList<>();
    for (Flow flow : corePermutation(name, request).flows()) {
      long bytes =
          flow.src() < request.count() ? Math.multiplyExact(2, flow.bytes()) : flow.bytes();
      flows.add(Flow.at(flow.id(), flow.src(), flow.dst(), bytes, 0));
    }
    return new Workload(name, request.hosts(), flows);
  }

  private static Workload toEach(String name, Request request, int[] to) {
    List<Flow> flows = new ArrayList<>();
    for (int src = 0; src < to.length; src++) {
      flows.add(Flow.at(src + 1, src, to[src], request.bytes(), 0));
    }
    return new Workload(name, request.hosts(), flows);
  }

  static int[] identity(int size) {
    int[] values = new int[size];
    for (int i = 0; i < size; i++) {
      values[i] = i;
    }
    return values;
  }

  static void shuffle(int[] values, RandomGenerator random) {
    for (int i = values.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swapped = values[i];
      values[i] = values[j];
      values[j] = swapped;
    }
  }

  private static boolean hasFixedPoint(int[] values) {
    for (int i = 0; i < values.length; i++) {
      if (values[i] == i) {
        return true;
      }
    }
    return false;
  }
}
