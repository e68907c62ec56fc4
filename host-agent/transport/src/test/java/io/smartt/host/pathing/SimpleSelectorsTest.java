package io.smartt.host.pathing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests of {@link PerFlowEcmp} and {@link ObliviousSpraying}. */
class SimpleSelectorsTest {
  @Test
  void perFlowEcmpKeepsOneEntropyForTheConnection() {
    PathSelector selector = new PerFlowEcmp(new SplittableRandom(3));
    int first = selector.nextEntropy(0);
    selector.onAck(1, first, true);
    selector.onTimeout(2, first);
    assertThat(selector.nextEntropy(3)).isEqualTo(first);
  }

  @Test
  void perFlowEcmpDiffersBetweenConnections() {
    SplittableRandom random = new SplittableRandom(3);
    assertThat(new PerFlowEcmp(random).nextEntropy(0))
        .isNotEqualTo(new PerFlowEcmp(random).nextEntropy(0));
  }

  @Test
  void obliviousSprayingUsesTheWholeRangeEvenly() {
    PathSelector selector = new ObliviousSpraying(Entropies.ALL, new SplittableRandom(3));
    int[] quarters = new int[4];
    IntStream.range(0, 40_000).forEach(i -> quarters[selector.nextEntropy(i) >> 14]++);
    assertThat(Arrays.stream(quarters).boxed())
        .allSatisfy(count -> assertThat(count).isBetween(9700, 10_300));
  }

  @Test
  void roundRobinTakesEachInTurn() {
    RoundRobin selector = new RoundRobin(3);
    assertThat(java.util.stream.IntStream.range(0, 7).map(i -> selector.nextEntropy(0)).toArray())
        .containsExactly(0, 1, 2, 0, 1, 2, 0);
  }

  @Test
  void fewEntropiesAreAllThereAre() {
    PathSelector spraying = new ObliviousSpraying(64, new SplittableRandom(3));
    PathSelector reps =
        new Reps(Reps.SETTINGS.defaults(), 64, 10_000, 1000, new SplittableRandom(3));
    for (PathSelector selector : new PathSelector[] {spraying, reps}) {
      assertThat(IntStream.generate(() -> selector.nextEntropy(0)).limit(5000).distinct())
          .hasSize(64)
          .allMatch(entropy -> entropy >= 0 && entropy < 64);
    }
    assertThatThrownBy(() -> new ObliviousSpraying(0, new SplittableRandom(3)))
        .hasMessage("0 entropy values, accepted is 1 to 65536");
  }
}
