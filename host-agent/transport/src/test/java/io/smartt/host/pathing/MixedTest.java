package io.smartt.host.pathing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Tests of {@link Mixed}. */
class MixedTest {
  private static final int COUNT = 64;

  private final Mixed mixed = new Mixed(COUNT, new SplittableRandom(1));

  @Test
  void unmarkedValuesAreUsedOnceMoreOldestFirst() {
    mixed.onAck(0, 11, false);
    mixed.onAck(0, 12, true);
    mixed.onAck(0, 13, false);

    assertThat(mixed.reusable()).isEqualTo(2);
    assertThat(mixed.avoided()).isEqualTo(1);
    int[] values = new int[3];
    assertThat(mixed.reusable(values)).isEqualTo(2);
    assertThat(values).startsWith(11, 13);
    assertThat(mixed.avoided(values)).isEqualTo(1);
    assertThat(values).startsWith(12);
    assertThat(mixed.nextEntropy(0)).isEqualTo(11);
    assertThat(mixed.nextEntropy(0)).isEqualTo(13);
  }

  @Test
  void moreAreRememberedThanRepsDoes() {
    for (int i = 0; i < COUNT; i++) {
      mixed.onAck(0, i, false);
    }
    for (int i = 0; i < COUNT / 2; i++) {
      assertThat(mixed.nextEntropy(0)).isEqualTo(i);
      mixed.onAck(0, i, false);
    }
    for (int i = 0; i < COUNT; i++) {
      assertThat(mixed.nextEntropy(0)).isEqualTo((i + COUNT / 2) % COUNT);
    }
  }

  @Test
  void withoutOneTheBitmapChooses() {
    mixed.onAck(0, 20, true);
    mixed.onTrim(0, 21);
    mixed.onTimeout(0, 22);

    Set<Integer> round = new HashSet<>();
    for (int i = 0; i < COUNT - 3; i++) {
      round.add(mixed.nextEntropy(0));
    }
    assertThat(round).hasSize(COUNT - 3).doesNotContain(20, 21, 22);
  }
}
