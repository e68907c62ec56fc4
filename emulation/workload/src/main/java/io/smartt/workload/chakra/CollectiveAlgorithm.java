package io.smartt.workload.chakra;

/** The algorithms by which collectives become messages. */
public enum CollectiveAlgorithm {
  /** Parts go round, from each rank to the next. */
  RING("ring"),
  /** Exchanges of halves, quarters and so on; back by doubling. For powers of two of ranks. */
  HALVING_DOUBLING("halving-doubling"),
  /** Exchanges of the whole with ranks 1, 2, 4 and so on away. For powers of two of ranks. */
  BUTTERFLY("butterfly"),
  /** A binomial tree to the first rank, and back. */
  TREE("tree"),
  /** Each to each, all at once. */
  DIRECT("direct");

  private final String spelling;

  CollectiveAlgorithm(String spelling) {
    this.spelling = spelling;
  }

  /** Returns how settings and reports write it. */
  public String spelling() {
    return spelling;
  }
}
