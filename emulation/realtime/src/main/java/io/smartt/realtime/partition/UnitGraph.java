package io.smartt.realtime.partition;

import module java.base;

/** The graph of what stays together when a network is cut, and what joins it. */
final class UnitGraph {
  private final long[] work;
  private final int[][] peers;
  private final long[][] rates;

  private UnitGraph(long[] work, int[][] peers, long[][] rates) {
    this.work = work;
    this.peers = peers;
    this.rates = rates;
  }

  static UnitGraph of(long[] work, List<Map<Integer, Long>> joined) {
    int[][] peers = new int[work.length][];
    long[][] rates = new long[work.length][];
    for (int unit = 0; unit < work.length; unit++) {
      TreeMap<Integer, Long> sorted = new TreeMap<>(joined.get(unit));
      peers[unit] = sorted.keySet().stream().mapToInt(Integer::intValue).toArray();
      rates[unit] = sorted.values().stream().mapToLong(Long::longValue).toArray();
    }
    return new UnitGraph(work, peers, rates);
  }

  /** Returns the work of each unit, bits a second. */
  long[] work() {
    return work;
  }

  /** Returns the peers of each unit, in ascending order. */
  int[][] peers() {
    return peers;
  }

  /** Returns the rates of the links to each of a unit's peers, bits a second. */
  long[][] rates() {
    return rates;
  }

  int units() {
    return work.length;
  }

  long totalWork() {
    long sum = 0;
    for (long one : work) {
      sum += one;
    }
    return sum;
  }

  /** Bits a second between a unit and the units of a part. */
  long joined(int unit, int part, int[] parts) {
    long sum = 0;
    for (int i = 0; i < peers[unit].length; i++) {
      sum += parts[peers[unit][i]] == part ? rates[unit][i] : 0;
    }
    return sum;
  }

  /** Bits a second between two units. */
  long between(int one, int other) {
    for (int i = 0; i < peers[one].length; i++) {
      if (peers[one][i] == other) {
        return rates[one][i];
      }
    }
    return 0;
  }

  long cut(int[] parts) {
    long sum = 0;
    for (int unit = 0; unit < units(); unit++) {
      for (int i = 0; i < peers[unit].length; i++) {
        sum += parts[peers[unit][i]] == parts[unit] ? 0 : rates[unit][i];
      }
    }
    return sum / 2;
  }
}
