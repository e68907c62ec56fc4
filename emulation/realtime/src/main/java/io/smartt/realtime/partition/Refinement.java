package io.smartt.realtime.partition;

import java.util.Arrays;

/**
 * Parts that grow from a unit each and are then made better: in each pass every unit moves or
 * changes places once, best first and also where that costs something, and the best state of the
 * pass stays (B. Kernighan and S. Lin, "An efficient heuristic procedure for partitioning graphs",
 * Bell System Technical Journal 49, 1970; single moves as C. Fiduccia and R. Mattheyses, DAC 1982).
 */
final class Refinement {
  /**
   * The share by which a part may have more than its own, as {@code METIS} allows by default for k
   * ways.
   */
  private static final double TOLERANCE = 0.03;

  private static final int MOST_PASSES = 12;

  /** Swaps are looked for among all pairs, up to so many units. */
  private static final int MOST_TO_SWAP = 400;

  private final UnitGraph graph;
  private final double[] share;
  private final int[] parts;
  private final long[] load;
  private final int[] size;

  Refinement(UnitGraph graph, int[] cores) {
    this.graph = graph;
    double all = Arrays.stream(cores).sum();
    share = Arrays.stream(cores).mapToDouble(one -> graph.totalWork() * (one / all)).toArray();
    parts = new int[graph.units()];
    load = new long[cores.length];
    size = new int[cores.length];
  }

  int[] best() {
    grow();
    int[] best = parts.clone();
    Cost least = cost();
    for (int pass = 0; pass < MOST_PASSES; pass++) {
      Cost reached = pass(best, least);
      assign(best);
      if (!reached.isLessThan(least)) {
        break;
      }
      least = reached;
    }
    return best;
  }

  /**
   * The cost that is to be small: first the work above what parts may have, then what crosses.
   *
   * @param excess as share of a part's own
   */
  private record Cost(double excess, long cut) {
    boolean isLessThan(Cost other) {
      return excess < other.excess - 1e-9 || (excess < other.excess + 1e-9 && cut < other.cut);
    }
  }

  private Cost cost() {
    double excess = 0;
    for (int part = 0; part < load.length; part++) {
      excess += excess(part, 0);
    }
    return new Cost(excess, graph.cut(parts));
  }

  private double excess(int part, long more) {
    return Math.max(0, (load[part] + more) / share[part] - 1 - TOLERANCE);
  }

  /** Each part in its turn takes what it is joined to most, until it has its share. */
  private void grow() {
    Arrays.fill(parts, -1);
    int left = graph.units();
    for (int part = 0; part < load.length; part++) {
      boolean last = part == load.length - 1;
      while (left > load.length - 1 - part && (last || size[part] == 0 || hasRoom(part))) {
        int unit = nearest(part);
        parts[unit] = part;
        load[part] += graph.work()[unit];
        size[part]++;
        left--;
      }
    }
  }

  /** Half of the next unit may be too much. */
  private boolean hasRoom(int part) {
    int unit = nearest(part);
    return load[part] + graph.work()[unit] / 2.0 <= share[part];
  }

  private int nearest(int part) {
    int best = -1;
    long most = -1;
    for (int unit = 0; unit < graph.units(); unit++) {
      if (parts[unit] == -1) {
        long joined = graph.joined(unit, part, parts);
        if (joined > most) {
          most = joined;
          best = unit;
        }
      }
    }
    return best;
  }

  private void assign(int[] wanted) {
    System.arraycopy(wanted, 0, parts, 0, parts.length);
    Arrays.fill(load, 0);
    Arrays.fill(size, 0);
    for (int unit = 0; unit < parts.length; unit++) {
      load[parts[unit]] += graph.work()[unit];
      size[parts[unit]]++;
    }
  }

  /** Leaves the best state of the pass in an array, and returns its cost. */
  private Cost pass(int[] best, Cost before) {
    boolean[] moved = new boolean[parts.length];
    Cost least = before;
    while (true) {
      Step step = bestStep(moved);
      if (step.unit < 0) {
        return least;
      }
      move(step.unit, step.to);
      moved[step.unit] = true;
      if (step.swapped >= 0) {
        move(step.swapped, step.from);
        moved[step.swapped] = true;
      }
      Cost now = cost();
      if (now.isLessThan(least)) {
        least = now;
        System.arraycopy(parts, 0, best, 0, parts.length);
      }
    }
  }

  private void move(int unit, int to) {
    load[parts[unit]] -= graph.work()[unit];
    size[parts[unit]]--;
    parts[unit] = to;
    load[to] += graph.work()[unit];
    size[to]++;
  }

  /** The best that can be done with units that have not moved; a unit below 0: nothing. */
  private static final class Step {
    private int unit = -1;
    private int from;
    private int to;
    private int swapped = -1;
    private double excess = Double.MAX_VALUE;
    private long gain;

    void offer(int newUnit, int newFrom, int newTo, int other, double newExcess, long newGain) {
      if (newExcess < excess - 1e-9 || (newExcess < excess + 1e-9 && newGain > gain)) {
        unit = newUnit;
        from = newFrom;
        to = newTo;
        swapped = other;
        excess = newExcess;
        gain = newGain;
      }
    }
  }

  private Step bestStep(boolean[] moved) {
    Step best = new Step();
    long[][] joined = new long[parts.length][];
    for (int unit = 0; unit < parts.length; unit++) {
      if (!moved[unit]) {
        joined[unit] = joined(unit);
        offerMoves(unit, joined[unit], best);
      }
    }
    if (parts.length <= MOST_TO_SWAP) {
      for (int one = 0; one < parts.length; one++) {
        for (int other = one + 1; other < parts.length; other++) {
          if (!moved[one] && !moved[other] && parts[one] != parts[other]) {
            offerSwap(one, other, joined, best);
          }
        }
      }
    }
    return best;
  }

  private long[] joined(int unit) {
    long[] to = new long[load.length];
    for (int i = 0; i < graph.peers()[unit].length; i++) {
      to[parts[graph.peers()[unit][i]]] += graph.rates()[unit][i];
    }
    return to;
  }

  private void offerMoves(int unit, long[] joined, Step best) {
    int from = parts[unit];
    if (size[from] == 1) {
      return;
    }
    long work = graph.work()[unit];
    for (int to = 0; to < load.length; to++) {
      if (to != from) {
        double excess = change(from, -work, to, work);
        best.offer(unit, from, to, -1, excess, joined[to] - joined[from]);
      }
    }
  }

  private void offerSwap(int one, int other, long[][] joined, Step best) {
    int from = parts[one];
    int to = parts[other];
    long more = graph.work()[one] - graph.work()[other];
    long gain =
        joined[one][to]
            - joined[one][from]
            + joined[other][from]
            - joined[other][to]
            - 2 * graph.between(one, other);
    best.offer(one, from, to, other, change(from, -more, to, more), gain);
  }

  private double change(int from, long more, int to, long moreThere) {
    return excess(from, more) - excess(from, 0) + excess(to, moreThere) - excess(to, 0);
  }
}
