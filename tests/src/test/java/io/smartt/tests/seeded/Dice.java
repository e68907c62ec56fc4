package io.smartt.tests.seeded;

import io.smartt.base.input.Quantities;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Draws from one seed. */
final class Dice {
  private final RandomGenerator random;

  Dice(long seed) {
    random = new SplittableRandom(seed);
  }

  /** Returns whether something of that probability happens. */
  boolean chance(double probability) {
    return random.nextDouble() < probability;
  }

  /** A whole number, both ends included. */
  int from(int least, int most) {
    return random.nextInt(least, most + 1);
  }

  double share() {
    return random.nextDouble();
  }

  <T> T of(List<T> some) {
    return some.get(random.nextInt(some.size()));
  }

  @SafeVarargs
  final <T> T of(T... some) {
    return some[random.nextInt(some.length)];
  }

  /** A time up to a bound, in picoseconds, as settings write it. */
  String time(long leastPs, long mostPs) {
    return Quantities.formatPicoseconds(random.nextLong(leastPs, mostPs + 1));
  }

  /** Payload bytes around a mean, at least one. */
  long bytes(double mean) {
    return chance(0.05) ? from(1, 3) : Math.max(1, Math.round(mean * (0.25 + 1.5 * share())));
  }
}
