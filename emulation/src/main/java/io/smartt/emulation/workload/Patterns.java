package io.smartt.emulation.workload;

import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.workload.Workloads.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Workloads whose flows all start at once (Sec. "Analyzed Workloads"). */
final class Patterns {
  private Patterns() {}

  /**
   * To host 0 from hosts N/2, N/2 + 1 and on, host 0 left out: the farthest hosts first, as the
   * reference simulator's matrices have it. With N - 1 senders that is every other host, as on the
   * paper's testbed (15 to 1 among 16).
   */
  static Workload incast(String name, Request request) {
    List<Flow> flows = new ArrayList<>();
    for (int other : farthestFirst(request)) {
      flows.add(Flow.at(flows.size() + 1, other, 0, request.bytes(), 0));
    }
    return new Workload(name, request.hosts(), flows);
  }

  /** From host 0 to the hosts that an incast has as senders. */
  static Workload outcast(String name, Request request) {
    List<Flow> flows = new ArrayList<>();
    for (int other : farthestFirst(request)) {
      flows.add(Flow.at(flows.size() + 1, 0, other, request.bytes(), 0));
    }
    return new Workload(name, request.hosts(), flows);
  }

  private static List<Integer> farthestFirst(Request request) {
    List<Integer> others = new ArrayList<>();
    for (int i = 0; others.size() < request.count(); i++) {
      int host = (request.hosts() / 2 + i) % request.hosts();
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
