package io.smartt.host.pathing;

import java.util.random.RandomGenerator;

/**
 * Every entropy value once a round, in an order drawn for each round: a counter whose bits are
 * flipped by a random pattern (uet-htsim, revision 40ccb05, uec_mp.cpp:30-45).
 */
final class EntropyRounds {
  private final RandomGenerator random;
  private final int count;
  private int index;
  private int pattern;

  /**
   * Rounds that begin with a value drawn at random.
   *
   * @param count of values, from 0; a power of two up to 65,536
   */
  EntropyRounds(int count, RandomGenerator random) {
    this.count = check(count);
    this.random = random;
    pattern = random.nextInt(count);
  }

  /** The number of values itself; refuses one that is no power of two up to 65,536. */
  static int check(int count) {
    if (Integer.bitCount(Entropies.check(count)) != 1) {
      throw new IllegalArgumentException(
          "entropies is "
              + count
              + ", load balancers that take them in rounds accept powers of two");
    }
    return count;
  }

  /** The value whose turn it is. */
  int current() {
    return index ^ pattern;
  }

  /** The value whose turn it is so many later, were this round not to end before. */
  int after(int later) {
    return ((index + later) & (count - 1)) ^ pattern;
  }

  /** Goes on to the next one. */
  void advance() {
    index++;
    if (index == count) {
      index = 0;
      pattern = random.nextInt(count);
    }
  }
}
