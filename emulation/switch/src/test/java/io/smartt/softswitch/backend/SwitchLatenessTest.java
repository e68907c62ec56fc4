package io.smartt.softswitch.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SwitchLatenessTest {
  @Test
  void aSwitchThatWasStartedAgainCountsFrom0AndTheOthersDoNot() {
    Map<String, SwitchLateness> before =
        Map.of("s1", new SwitchLateness(100, 1_000, 10), "s2", new SwitchLateness(500, 9_000, 70));
    Map<String, SwitchLateness> now =
        Map.of("s1", new SwitchLateness(900, 5_000, 30), "s2", new SwitchLateness(20, 300, 5));

    assertThat(SwitchLateness.between(before, now))
        .isEqualTo(new SwitchLateness(800 + 20, 4_000 + 300, 20 + 5));
  }

  @Test
  void aSwitchThatCameSinceIsCountedWhole() {
    SwitchLateness came = new SwitchLateness(3, 30, 1);

    assertThat(SwitchLateness.between(Map.of(), Map.of("s1", came))).isEqualTo(came);
  }
}
