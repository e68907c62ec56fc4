package io.smartt.host.pathing;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.host.settings.RecordSettings;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Tests of {@link Reps}. */
class RepsTest {
  private static final long FREEZE = 1000;

  private final Reps reps = new Reps(0, FREEZE, new SplittableRandom(1));

  private void acknowledge(int... entropies) {
    for (int entropy : entropies) {
      reps.onAck(0, entropy, false);
    }
  }

  @Test
  void unmarkedEntropiesAreUsedAgainOldestFirst() {
    acknowledge(11, 12, 13);
    assertThat(reps.reusable()).isEqualTo(3);
    assertThat(reps.nextEntropy(0)).isEqualTo(11);
    assertThat(reps.reusable()).isEqualTo(2);
    int[] values = new int[8];
    assertThat(reps.reusable(values)).isEqualTo(2);
    assertThat(values).startsWith(12, 13);
    assertThat(reps.reusable(new int[1])).isEqualTo(1);
    assertThat(reps.nextEntropy(0)).isEqualTo(12);
    assertThat(reps.nextEntropy(0)).isEqualTo(13);
  }

  /** What Algorithm 1 calls load_balancer_path_change. */
  @Test
  void algorithm1PathChangeMarkedEntropiesAreNot() {
    reps.onAck(0, 11, true);
    acknowledge(12);
    assertThat(reps.nextEntropy(0)).isEqualTo(12);
  }

  @Test
  void eachIsUsedOnceThenFreshOnesExplore() {
    acknowledge(11);
    reps.nextEntropy(0);
    Set<Integer> drawn = new HashSet<>();
    for (int i = 0; i < 1000; i++) {
      drawn.add(reps.nextEntropy(0));
    }
    assertThat(drawn).hasSizeGreaterThan(900);
  }

  @Test
  void ringKeepsTheLatestEight() {
    acknowledge(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    for (int expected = 3; expected <= 10; expected++) {
      assertThat(reps.nextEntropy(0)).isEqualTo(expected);
    }
  }

  @Test
  void firstPacketsExploreWhateverIsKnown() {
    Reps exploring = new Reps(2, FREEZE, new SplittableRandom(1));
    exploring.onAck(0, 70_000 & 0xffff, false);
    exploring.nextEntropy(0);
    exploring.nextEntropy(0);
    assertThat(exploring.nextEntropy(0)).isEqualTo(70_000 & 0xffff);
  }

  @Test
  void afterATimeoutKnownEntropiesAreReusedInTurn() {
    acknowledge(11, 12, 13);
    for (int i = 0; i < 3; i++) {
      reps.nextEntropy(0);
    }
    assertThat(reps.avoided()).isZero();
    reps.onTimeout(100, 40);
    assertThat(reps.frozen).isTrue();
    assertThat(reps.reusable()).isEqualTo(3);
    assertThat(reps.avoided()).isEqualTo(Entropies.ALL - 3);
    int[] ring = new int[8];
    assertThat(reps.reusable(ring)).isEqualTo(3);
    assertThat(List.of(ring[0], ring[1], ring[2])).containsExactlyInAnyOrder(11, 12, 13);
    Set<Integer> used = new HashSet<>();
    for (int i = 0; i < 6; i++) {
      used.add(reps.nextEntropy(100));
    }
    assertThat(used).containsExactlyInAnyOrder(11, 12, 13);
  }

  @Test
  void entropiesAcknowledgedWhileFrozenComeFirst() {
    acknowledge(11, 12, 13);
    for (int i = 0; i < 3; i++) {
      reps.nextEntropy(0);
    }
    reps.onTimeout(100, 40);
    reps.nextEntropy(100);
    reps.onAck(200, 14, false);
    assertThat(reps.nextEntropy(200)).isEqualTo(14);
    Set<Integer> used = new HashSet<>();
    for (int i = 0; i < 8; i++) {
      used.add(reps.nextEntropy(200));
    }
    assertThat(used).as("nothing that was never acknowledged").isSubsetOf(11, 12, 13, 14);
  }

  @Test
  void anAcknowledgementAfterTheFreezeThaws() {
    acknowledge(11);
    reps.onTimeout(100, 40);
    reps.onAck(100 + FREEZE - 1, 12, false);
    assertThat(reps.frozen).isTrue();
    reps.onAck(100 + FREEZE, 12, false);
    assertThat(reps.frozen).isFalse();
  }

  /** All values of the ring may be broken, and then no acknowledgement comes. */
  @Test
  void aTimeoutAfterTheFreezeThawsAndTheNextOneFreezes() {
    acknowledge(11);
    reps.onTimeout(100, 40);
    reps.onTimeout(100 + FREEZE - 1, 11);
    assertThat(reps.frozen).isTrue();
    reps.onTimeout(100 + FREEZE, 11);
    assertThat(reps.frozen).isFalse();
    reps.onTimeout(100 + FREEZE, 11);
    assertThat(reps.frozen).isTrue();
  }

  @Test
  void frozenWithNothingKnownStillSends() {
    reps.onTimeout(100, 40);
    assertThat(reps.nextEntropy(100)).isBetween(0, 65_535);
  }

  @Test
  void withoutFreezingATimeoutChangesNothing() {
    Reps.Settings settings = RecordSettings.with(Reps.SETTINGS.defaults(), "freezing", "false");
    Reps thawed = new Reps(settings, Entropies.ALL, 0, 1000, new SplittableRandom(1));
    thawed.onTimeout(100, 40);
    assertThat(thawed.frozen).isFalse();
  }

  @Test
  void settingsAreInBdpsAndBaseRtts() {
    Reps.Settings settings = RecordSettings.with(Reps.SETTINGS.defaults(), "explore-bdps", "0.5");
    Reps exploring = new Reps(settings, Entropies.ALL, 4, 1000, new SplittableRandom(1));
    exploring.onAck(0, 11, false);
    exploring.nextEntropy(0);
    exploring.nextEntropy(0);
    assertThat(exploring.nextEntropy(0)).as("after two packets").isEqualTo(11);
    exploring.onTimeout(100, 40);
    exploring.onAck(100 + 40 * 1000 - 1, 12, false);
    assertThat(exploring.frozen).isTrue();
    exploring.onAck(100 + 40 * 1000, 12, false);
    assertThat(exploring.frozen).isFalse();
  }
}
