package io.smartt.workload.schedule;

/**
 * The kinds of collective operation, and the bus bandwidth of each: bytes a second times the factor
 * of nccl-tests (doc/PERFORMANCE.md), which makes it the rate of the slowest link if the algorithm
 * is the best one.
 */
public enum CollectiveKind {
  /** Everybody gets the sum. Size: the vector. */
  ALL_REDUCE("all-reduce"),
  /** Everybody gets a part of the sum. Size: the vector before. */
  REDUCE_SCATTER("reduce-scatter"),
  /** Everybody gets all parts. Size: the vector after. */
  ALL_GATHER("all-gather"),
  /** Everybody sends each a part of its own. Size: what one sends, its own part included. */
  ALL_TO_ALL("all-to-all"),
  /** The first sends all the same. Size: the vector. */
  BROADCAST("broadcast"),
  /** The first gets the sum. Size: the vector. */
  REDUCE("reduce"),
  /** The first gets all parts. Size: the vector after. */
  GATHER("gather"),
  /** The first sends each a part. Size: the vector before. */
  SCATTER("scatter"),
  /** Nobody goes on before all are there. No size. */
  BARRIER("barrier");

  private final String spelling;

  CollectiveKind(String spelling) {
    this.spelling = spelling;
  }

  /** The word in reports. */
  public String spelling() {
    return spelling;
  }

  /** Returns the factor that the rate of bytes is multiplied by, with that many ranks. */
  public double busFactor(int ranks) {
    double others = (ranks - 1.0) / ranks;
    return switch (this) {
      case ALL_REDUCE -> 2 * others;
      case REDUCE_SCATTER, ALL_GATHER, ALL_TO_ALL, GATHER, SCATTER -> others;
      case BROADCAST, REDUCE -> 1;
      case BARRIER -> 0;
    };
  }
}
