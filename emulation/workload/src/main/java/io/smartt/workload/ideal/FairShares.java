package io.smartt.workload.ideal;

import io.smartt.workload.ideal.Resources.FlowUse;
import java.util.Arrays;

/**
 * Max-min fair rates by progressive filling: the rates of all flows rise together until a resource
 * is full; its flows keep that rate, the others rise on. A resource with capacity C and frozen load
 * L fills at rate (C - L) / (sum of the parts of its rising flows); that never falls while flows
 * freeze, so a heap of old levels finds the next one. Cost is proportional to the uses of the
 * active flows. Allocates nothing after construction.
 */
final class FairShares {
  private final double[] capacities;
  private final FlowUse[] uses;
  private final double[] frozenLoad;
  private final double[] risingParts;
  private final int[] risingFlows;
  private final int[] firstFlow;
  private final int[] flowsOfResource;
  private final boolean[] frozen;
  private final LevelHeap heap;

  FairShares(double[] capacities, FlowUse[] uses) {
    this.capacities = capacities;
    this.uses = uses;
    frozenLoad = new double[capacities.length];
    risingParts = new double[capacities.length];
    risingFlows = new int[capacities.length];
    firstFlow = new int[capacities.length + 1];
    flowsOfResource = new int[Arrays.stream(uses).mapToInt(use -> use.resources().length).sum()];
    frozen = new boolean[uses.length];
    heap = new LevelHeap(capacities.length);
  }

  /** Writes the rate of each active flow, bits per picosecond. */
  void compute(int[] active, int number, double[] rates) {
    collect(active, number);
    heap.clear();
    for (int r = 0; r < capacities.length; r++) {
      if (risingFlows[r] > 0) {
        heap.add(r, level(r));
      }
    }
    while (!heap.isEmpty()) {
      double oldLevel = heap.leastLevel();
      int resource = heap.removeLeast();
      if (risingFlows[resource] == 0) {
        continue;
      }
      double level = level(resource);
      if (level > oldLevel * (1 + 1e-12)) {
        heap.add(resource, level);
      } else {
        freeze(resource, level, rates);
      }
    }
  }

  private double level(int resource) {
    return Math.max(0, capacities[resource] - frozenLoad[resource]) / risingParts[resource];
  }

  private void freeze(int resource, double rate, double[] rates) {
    for (int i = firstFlow[resource]; i < firstFlow[resource + 1]; i++) {
      int flow = flowsOfResource[i];
      if (!frozen[flow]) {
        frozen[flow] = true;
        rates[flow] = rate;
        FlowUse use = uses[flow];
        for (int j = 0; j < use.resources().length; j++) {
          int used = use.resources()[j];
          frozenLoad[used] += use.parts()[j] * rate;
          risingParts[used] -= use.parts()[j];
          risingFlows[used]--;
        }
      }
    }
  }

  /** Lists the active flows of each resource, all rising. */
  private void collect(int[] active, int number) {
    Arrays.fill(frozenLoad, 0);
    Arrays.fill(risingParts, 0);
    Arrays.fill(risingFlows, 0);
    for (int i = 0; i < number; i++) {
      FlowUse use = uses[active[i]];
      frozen[active[i]] = false;
      for (int j = 0; j < use.resources().length; j++) {
        risingParts[use.resources()[j]] += use.parts()[j];
        risingFlows[use.resources()[j]]++;
      }
    }
    int sum = 0;
    for (int r = 0; r < capacities.length; r++) {
      sum += risingFlows[r];
      firstFlow[r] = sum;
    }
    firstFlow[capacities.length] = sum;
    // Filled from the end of each resource's room, which leaves firstFlow at its beginning.
    for (int i = number - 1; i >= 0; i--) {
      for (int resource : uses[active[i]].resources()) {
        flowsOfResource[--firstFlow[resource]] = active[i];
      }
    }
  }

  /** A binary heap of resources by level, least first. Each resource is in it at most once. */
  static final class LevelHeap {
    private final int[] items;
    private final double[] levels;
    private int size;

    LevelHeap(int capacity) {
      items = new int[capacity];
      levels = new double[capacity];
    }

    void clear() {
      size = 0;
    }

    boolean isEmpty() {
      return size == 0;
    }

    double leastLevel() {
      return levels[0];
    }

    void add(int item, double level) {
      int at = size++;
      while (at > 0 && levels[(at - 1) / 2] > level) {
        put(at, items[(at - 1) / 2], levels[(at - 1) / 2]);
        at = (at - 1) / 2;
      }
      put(at, item, level);
    }

    int removeLeast() {
      int least = items[0];
      int moved = items[--size];
      double level = levels[size];
      int at = 0;
      int child = 1;
      while (child < size) {
        if (child + 1 < size && levels[child + 1] < levels[child]) {
          child++;
        }
        if (levels[child] >= level) {
          break;
        }
        put(at, items[child], levels[child]);
        at = child;
        child = 2 * at + 1;
      }
      put(at, moved, level);
      return least;
    }

    private void put(int at, int item, double level) {
      items[at] = item;
      levels[at] = level;
    }
  }
}
