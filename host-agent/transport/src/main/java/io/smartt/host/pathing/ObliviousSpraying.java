package io.smartt.host.pathing;

import module java.base;

/** A fresh random entropy value for each packet, independent of those before. */
public final class ObliviousSpraying implements PathSelector {
  /** Oblivious spraying as users choose it. */
  public static final LoadBalancer BALANCER =
      new LoadBalancer(
          "ops",
          "a random entropy for each packet",
          List.of(),
          true,
          run -> (bdp, baseRttPs, random) -> new ObliviousSpraying(run.entropies(), random));

  private final RandomGenerator random;
  private final int entropies;

  /** Draws from so many entropy values, from 0; 1 to 65,536. */
  public ObliviousSpraying(int entropies, RandomGenerator random) {
    this.entropies = Entropies.check(entropies);
    this.random = random;
  }

  @Override
  public int nextEntropy(long nowPs) {
    return random.nextInt(entropies);
  }
}
