package io.smartt.testbed.sonic.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.testbed.sonic.ConfigDb;
import io.smartt.testbed.sonic.LiveState;
import io.smartt.testbed.sonic.SonicException;
import io.smartt.testbed.sonic.Stage.StageKind;
import io.smartt.testbed.sonic.Stages;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests of {@link Checkpoint}. */
class CheckpointTest {
  private static final ConfigDb BEFORE =
      ConfigDb.parse("nothing", "{}")
          .with("PORT", "Ethernet0", Map.of("admin_status", "up", "speed", "1"))
          .with("QUEUE", "Ethernet0|0", Map.of("scheduler", "a"));
  private static final ConfigDb AFTER =
      BEFORE.with("QUEUE", "Ethernet0|0", Map.of("scheduler", "b"));
  private static final Checkpoint CHECKPOINT =
      Checkpoint.of("leaf", BEFORE)
          .touching(Stages.between(BEFORE, AFTER, LiveState.UNKNOWN))
          .sending(new Checkpoint.SentStage(StageKind.QUEUES_ON, Instant.EPOCH, BEFORE, AFTER));

  @Test
  void readsWhatItWrote() {
    assertThat(Checkpoint.parse("leaf.json", CHECKPOINT.text())).isEqualTo(CHECKPOINT);
    Checkpoint ended = CHECKPOINT.settled().ended();
    assertThat(Checkpoint.parse("leaf.json", ended.text())).isEqualTo(ended);
  }

  @Test
  void takesBackWhatIsTouchedOnTheWayOnly() {
    ConfigDb now =
        BEFORE
            .merged("PORT", "Ethernet0", Map.of("admin_status", "down"))
            .without("QUEUE", "Ethernet0|0")
            .with("VRF", "Vrf_other", Map.of());
    assertThat(CHECKPOINT.takenBack(now)).isEqualTo(BEFORE.with("VRF", "Vrf_other", Map.of()));
  }

  @Test
  void saysWhatIsNotACheckpoint() {
    assertThatThrownBy(() -> Checkpoint.parse("leaf.json", "{\"before\": {}}"))
        .isInstanceOf(SonicException.class)
        .hasMessage("leaf.json: touched: expected a JSON object, found ");
  }
}
