package io.smartt.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.experiment.report.RunEvent.Kind;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RunEventsTest {
  /** A link that flaps every microsecond for a second would fill memory, and events.csv. */
  @Test
  void ofManyAlikeTheFirstThousandAndTheLastAreKept() {
    RunEvents events = new RunEvents();
    events.add(5, Kind.LINK_DOWN, "link b is down", "b");
    for (int i = 0; i < 1_000_000; i++) {
      events.add(10 + 2L * i, Kind.LINK_DOWN, "link a is down", "a");
      events.add(11 + 2L * i, Kind.LINK_UP, "link a is up", "a");
    }

    assertThat(events.list()).hasSize(2_003);
    assertThat(events.list().getLast())
        .isEqualTo(
            new RunEvent(
                2_000_009,
                Kind.LINK_UP,
                "link a is up: the last of 1,000,000, of which the first 1,000 are listed",
                "a"));
    assertThat(new RunHistory(events.list(), Optional.empty()).losses())
        .hasSize(1_002)
        .startsWith("b link-down, 0.00 s to its end");
  }

  /** A switch that is lost at the end is named though another was lost before. */
  @Test
  void whatHappenedLastAtAPlaceIsOfThatPlace() {
    RunEvents events = new RunEvents();
    events.add(1, Kind.SWITCH_LOST, "", "leaf1");
    events.add(3, Kind.SWITCH_LOST, "", "spine1");
    events.add(2, Kind.SWITCH_RESTARTED, "", "leaf1");

    assertThat(events.lastKind("spine1")).contains(Kind.SWITCH_LOST);
    assertThat(events.lastKind("leaf1")).as("it came back").contains(Kind.SWITCH_RESTARTED);
    assertThat(events.lastKind("leaf2")).isEmpty();
  }

  @Test
  void whoIsSilentIsNamedUntilItIsBack() {
    RunEvents events = new RunEvents();
    events.add(1, Kind.NODE_SILENT, "switch leaf1 does not answer", "leaf1");
    events.add(2, Kind.NODE_SILENT, "switch leaf2 does not answer: it is paused", "leaf2");
    events.add(3, Kind.NODE_BACK, "switch leaf1 answers again", "leaf1");

    assertThat(events.silent()).containsExactly("switch leaf2 does not answer: it is paused");
    events.add(4, Kind.NODE_SILENT, "switch leaf1 does not answer", "leaf1");
    assertThat(events.silent())
        .containsExactly(
            "switch leaf1 does not answer", "switch leaf2 does not answer: it is paused");
  }
}
