package io.smartt.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests of {@link RunHistory}. */
class RunHistoryTest {
  private static final long S = 1_000_000_000_000L;

  @Test
  void lossesAreTiedToWhatLosesPacketsWithItsPlaceAndSpan() {
    RunHistory history =
        new RunHistory(
            List.of(
                new RunEvent(S, RunEvent.Kind.LINK_DOWN, "", "leaf1-spine1"),
                new RunEvent(3 * S / 2, RunEvent.Kind.SWITCH_LOST, "", "leaf2"),
                new RunEvent(2 * S, RunEvent.Kind.LINK_UP, "", "leaf1-spine1"),
                new RunEvent(2 * S, RunEvent.Kind.FRAMES_REFUSED, "", "leaf2 port 1"),
                new RunEvent(3 * S, RunEvent.Kind.SWITCH_RESTARTED, "", "leaf2"),
                new RunEvent(4 * S, RunEvent.Kind.LINK_DOWN, "", "leaf1-spine1"),
                new RunEvent(5 * S, RunEvent.Kind.WORKER, "", "")),
            Optional.empty());

    assertThat(history.losses())
        .containsExactly(
            "leaf1-spine1 link-down, 1.00 s to 2.00 s",
            "leaf2 switch-lost, 1.50 s to 3.00 s",
            // What the kernel refused has a count; what was on its way to the port has none.
            "leaf2 port 1 frames-refused, 2.00 s to its end",
            "leaf1-spine1 link-down, 4.00 s to its end");
  }
}
