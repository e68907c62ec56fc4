package io.smartt.realtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.experiment.report.RunEvent;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of what {@link RealTimeRun} says of a switch that does not give its counts. */
@Timeout(60)
class RealTimeRunTest {
  private static RunEvent event(long timePs, RunEvent.Kind kind, String where) {
    return new RunEvent(timePs, kind, "", where);
  }

  @Test
  void aSwitchThatIsLostAtTheEndIsToldThoughAnotherWasLostBefore() {
    List<RunEvent> events =
        List.of(
            event(1, RunEvent.Kind.SWITCH_LOST, "leaf1"),
            event(2, RunEvent.Kind.SWITCH_RESTARTED, "leaf1"),
            event(3, RunEvent.Kind.SWITCH_LOST, "spine1"));

    assertThat(RealTimeRun.isLost(events, "spine1")).isTrue();
    assertThat(RealTimeRun.isLost(events, "leaf1")).as("it came back").isFalse();
    assertThat(RealTimeRun.isLost(events, "leaf2")).isFalse();
  }
}
