package io.smartt.emulation.softswitch.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of {@link SwitchCounts}. */
class SwitchCountsTest {
  @Test
  void theDifferenceToAnEarlierSnapshotIsWhatCameInBetween() {
    SwitchCounts before = new SwitchCounts(List.of(), 3, 100);
    SwitchCounts now = new SwitchCounts(List.of(), 10, 250);

    SwitchCounts between = now.since(before);

    assertThat(between.unqueuedDrops()).isEqualTo(7);
    assertThat(between.hops()).isEqualTo(150);
  }

  @Test
  void switchesAddUp() {
    SwitchCounts sum =
        new SwitchCounts(List.of(), 3, 100).plus(new SwitchCounts(List.of(), 10, 250));

    assertThat(sum.unqueuedDrops()).isEqualTo(13);
    assertThat(sum.hops()).isEqualTo(350);
  }
}
