package io.smartt.controller.sonic;

import java.util.List;

/**
 * One step of a staged change: one Set, and what the switch makes of it.
 *
 * @param patch what is sent
 * @param effects what the switch shows in STATE_DB once it has acted on it
 */
public record Stage(StageKind kind, ConfigPatch patch, List<Effect> effects) {
  /** Copies the list. */
  public Stage {
    effects = List.copyOf(effects);
  }

  /** Of what it changes. */
  static Stage between(StageKind kind, ConfigDb before, ConfigDb after) {
    ConfigPatch patch = ConfigPatch.between(before, after);
    return new Stage(
        kind,
        patch,
        patch.changes().stream().flatMap(change -> Effect.of(kind, change).stream()).toList());
  }

  /** One line for people. */
  public String describe() {
    int objects = patch.changes().size();
    return kind + " (" + objects + (objects == 1 ? " object)" : " objects)");
  }
}
