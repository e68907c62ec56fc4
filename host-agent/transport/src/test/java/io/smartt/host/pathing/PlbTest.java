package io.smartt.host.pathing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.host.settings.RecordSettings;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Tests of {@link Plb}. */
class PlbTest {
  private static final long ROUND = 1000;

  private static final Plb.Settings HALF =
      RecordSettings.with(Plb.SETTINGS.defaults(), "congested-share", "0.5");

  private final Plb plb = new Plb(HALF, ROUND, new SplittableRandom(1));
  private long now = 10_000;
  private final int first = plb.nextEntropy(now);

  /** A round of ten packets on the current path, so many of them marked. */
  private void round(int marked) {
    for (int i = 0; i < 10; i++) {
      now += ROUND / 10;
      int entropy = plb.nextEntropy(now);
      plb.onAck(now, entropy, i < marked);
    }
  }

  private void rounds(int count, int marked) {
    for (int i = 0; i < count; i++) {
      round(marked);
    }
  }

  @Test
  void keepsItsPathWhileRoundsAreNotCongested() {
    rounds(100, 4);
    assertThat(plb.nextEntropy(now)).isEqualTo(first);
  }

  @Test
  void changesItAfterTwelveCongestedRoundsInARow() {
    rounds(12, 6);
    assertThat(plb.nextEntropy(now)).isEqualTo(first);
    rounds(2, 6);
    assertThat(plb.nextEntropy(now)).isNotEqualTo(first);
  }

  @Test
  void oneRoundWithoutCongestionStartsTheCountAnew() {
    rounds(10, 10);
    round(0);
    rounds(10, 10);
    assertThat(plb.nextEntropy(now)).isEqualTo(first);
  }

  @Test
  void anIdleConnectionChangesAfterThree() {
    rounds(5, 10);
    assertThat(plb.nextEntropy(now + ROUND)).as("not idle yet").isEqualTo(first);
    assertThat(plb.nextEntropy(now + 4 * ROUND)).isNotEqualTo(first);
  }

  @Test
  void trimmedPacketsAreCongestion() {
    for (int i = 0; i < 200; i++) {
      now += ROUND / 10;
      plb.onTrim(now, plb.nextEntropy(now));
    }
    assertThat(plb.nextEntropy(now)).isNotEqualTo(first);
  }

  @Test
  void timeoutChangesThePathAtOnceAndSuspendsFurtherChanges() {
    plb.onTimeout(now, first);
    int second = plb.nextEntropy(now);
    assertThat(second).isNotEqualTo(first);
    rounds(900, 10);
    assertThat(plb.nextEntropy(now)).as("suspended for 1000 rounds at least").isEqualTo(second);
    rounds(1200, 10);
    assertThat(plb.nextEntropy(now)).as("for 2000 at most").isNotEqualTo(second);
  }

  @Test
  void timeoutsOfAPathAlreadyLeftChangeNothing() {
    plb.onTimeout(now, first);
    int second = plb.nextEntropy(now);
    plb.onTimeout(now, first);
    assertThat(plb.nextEntropy(now)).isEqualTo(second);
  }

  @Test
  void answersFromAPathAlreadyLeftDoNotCount() {
    plb.onTimeout(now, first);
    int second = plb.nextEntropy(now);
    Plb fresh =
        new Plb(
            RecordSettings.with(Plb.SETTINGS.defaults(), "suspend-rtts", "0"),
            ROUND,
            new SplittableRandom(1));
    fresh.onTimeout(now, first);
    for (int i = 0; i < 50; i++) {
      now += ROUND;
      fresh.onAck(now, first, true);
      assertThat(fresh.nextEntropy(now)).isEqualTo(second);
    }
  }

  @Test
  void settingThatCannotWorkIsRefusedByName() {
    assertThatThrownBy(() -> RecordSettings.with(Plb.SETTINGS.defaults(), "congested-share", "0"))
        .hasMessage("PLB congested share is 0.0, accepted is above 0, to 1");
  }
}
