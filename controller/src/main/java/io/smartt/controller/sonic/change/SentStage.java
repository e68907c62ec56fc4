package io.smartt.controller.sonic.change;

import io.smartt.controller.sonic.ConfigDb;
import io.smartt.controller.sonic.ConfigPatch;
import io.smartt.controller.sonic.StageKind;
import java.time.Instant;

/**
 * A stage that was sent and whose outcome is not on record.
 *
 * @param before CONFIG_DB when it was sent
 * @param after as the stage leaves it
 */
public record SentStage(StageKind kind, Instant at, ConfigDb before, ConfigDb after) {
  /** Returns what was sent. */
  ConfigPatch patch() {
    return ConfigPatch.between(before, after);
  }
}
