package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.tests.DrillJudge.Done;
import io.smartt.tests.DrillJudge.Kind;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The judge of drills finds each planted fault of a run's result. */
@Timeout(30)
class DrillJudgeTest {
  private static final List<Done> STOPPED =
      List.of(new Done(Kind.STOP_SWITCH, Set.of("leaf1"), 2e6, 4e6));
  private static final String SILENT = event("node-silent", "leaf1", 3);
  private static final String BACK = event("node-back", "leaf1", 5);
  private static final String LATE = event("machine-late", "", 6);

  private static String event(String kind, String where, int second) {
    return "{\"kind\": \"%s\", \"where\": \"%s\", \"timeUs\": %d}"
        .formatted(kind, where, second * 1_000_000);
  }

  private static List<String> judged(int status, String said, long lost, String... events)
      throws IOException {
    String json =
        "{\"events\": [%s], \"packets\": {\"unaccounted\": %d}}"
            .formatted(String.join(",", events), lost);
    return DrillJudge.breaches(STOPPED, status, said, new ObjectMapper().readTree(json), false);
  }

  @Test
  void aResultThatNamesWhatWasDoneHolds() throws IOException {
    assertThat(judged(0, "", 0, SILENT, BACK)).isEmpty();
  }

  @Test
  void aMissingEventIsFound() throws IOException {
    assertThat(judged(0, "", 0, SILENT)).singleElement().asString().contains("node-back");
  }

  @Test
  void aWrongPlaceIsFound() throws IOException {
    assertThat(judged(0, "", 0, event("node-silent", "leaf2", 3), BACK))
        .hasSize(2)
        .anyMatch(breach -> breach.contains("leaf2"));
  }

  @Test
  void aWrongTimeIsFound() throws IOException {
    assertThat(judged(0, "", 0, event("node-silent", "leaf1", 60), BACK)).hasSize(2);
  }

  @Test
  void anEventTooManyIsFound() throws IOException {
    assertThat(judged(0, "", 0, SILENT, BACK, event("link-down", "leaf1-spine1", 3))).hasSize(1);
    assertThat(judged(0, "", 0, SILENT, BACK, LATE)).hasSize(1);
  }

  @Test
  void lossesStatusAndStackTracesAreFound() throws IOException {
    assertThat(judged(0, "", 7, SILENT, BACK)).containsExactly("unaccounted: 7");
    assertThat(judged(134, "", 0, SILENT, BACK)).containsExactly("status 134");
    assertThat(judged(1, "", 0, SILENT, BACK)).hasSize(1);
    assertThat(judged(0, "\tat io.smartt.A.b(A.java:1)", 0, SILENT, BACK)).hasSize(1);
  }

  @Test
  void anMtuIsNamedUnlessAKilledAgentEndsTheRun() throws IOException {
    Done mtu = new Done(Kind.MTU, Set.of("leaf1 port 2"), 1e6, 2e6);
    Done killed = new Done(Kind.KILL_AGENT, Set.of("h1"), 1e6, 1e6);
    var gone =
        new ObjectMapper().readTree("{\"events\": [%s]}".formatted(event("agent-lost", "h1", 1)));
    var nothing = new ObjectMapper().readTree("{\"events\": []}");

    assertThat(DrillJudge.breaches(List.of(mtu, killed), 1, "", gone, false)).isEmpty();
    assertThat(DrillJudge.breaches(List.of(mtu), 0, "", nothing, false))
        .singleElement()
        .asString()
        .contains("frames-refused");
  }

  @Test
  void aFullDiskNeedsItsMessage() throws IOException {
    List<Done> full = List.of(new Done(Kind.FULL_DISK, Set.of(), 0, 1));
    var nothing = new ObjectMapper().readTree("{}").path("none");
    assertThat(DrillJudge.breaches(full, 1, "failed", nothing, false)).hasSize(1);
    assertThat(DrillJudge.breaches(full, 1, "No space left on device", nothing, false)).isEmpty();
    assertThat(DrillJudge.breaches(STOPPED, 1, "", nothing, false)).containsExactly("no summary");
  }
}
