package io.smartt.host.pathing;

import java.util.random.RandomGenerator;

/** A fresh random entropy value for each packet, whatever became of those before. */
public final class ObliviousSpraying implements PathSelector {
  private final RandomGenerator random;

  /** Draws from this source. */
  public ObliviousSpraying(RandomGenerator random) {
    this.random = random;
  }

  @Override
  public int nextEntropy(long nowPs) {
    return random.nextInt(1 << 16);
  }
}
