package io.smartt.controller.forwarding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests of {@link ForwardingPlanner#salt}. */
class SaltsTest {
  @Test
  void neighbouringSwitchesAndSeedsHaveDifferentSalts() {
    Set<Long> salts = new HashSet<>();
    for (long device = 1; device <= 100; device++) {
      for (long seed = 0; seed < 10; seed++) {
        long salt = ForwardingPlanner.salt(device, 0, seed);
        assertThat(salt).isBetween(0L, 0xffff_ffffL);
        salts.add(salt);
        salts.add(ForwardingPlanner.salt(device, 1, seed));
      }
    }
    assertThat(salts).hasSize(2000);
  }

  @Test
  void oneBitOfTheDeviceIdChangesAboutHalfOfTheSalt() {
    int changed = 0;
    for (long device = 0; device < 1000; device++) {
      changed +=
          Long.bitCount(
              ForwardingPlanner.salt(device, 0, 42) ^ ForwardingPlanner.salt(device ^ 1, 0, 42));
    }
    assertThat(changed).isBetween(15_000, 17_000);
  }

  @Test
  void theSameSwitchInTheSameExperimentHasTheSameSalt() {
    assertThat(ForwardingPlanner.salt(7, 3, 42)).isEqualTo(ForwardingPlanner.salt(7, 3, 42));
    // mix(0) is the first output of SplitMix64 from state 0, which is published.
    assertThat(ForwardingPlanner.mix(0)).isEqualTo(0xe220a8397b1dcdafL);
  }
}
