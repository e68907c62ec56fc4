package io.smartt.host.pathing;

import module java.base;

/** Each packet takes the next entropy value of {@link EntropyRounds}. */
public final class ObliviousRounds implements PathSelector {
  /** Spraying by rounds as users choose it. */
  public static final LoadBalancer BALANCER =
      new LoadBalancer(
          "ops-rounds",
          "every entropy once a round, in an order drawn for each round; `oblivious` of the"
              + " reference simulator",
          List.of(),
          true,
          run -> {
            int entropies = EntropyRounds.check(run.entropies());
            return (bdp, baseRttPs, random) -> new ObliviousRounds(entropies, random);
          });

  private final EntropyRounds rounds;

  /**
   * Rounds of so many values.
   *
   * @param entropies values, from 0; a power of two up to 65,536
   */
  public ObliviousRounds(int entropies, RandomGenerator random) {
    rounds = new EntropyRounds(entropies, random);
  }

  @Override
  public int nextEntropy(long nowPs) {
    int entropy = rounds.current();
    rounds.advance();
    return entropy;
  }
}
