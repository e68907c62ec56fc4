package io.smartt.controller.sonic;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Changes several switches as one: if one refuses or does not hold what it was sent, it and those
 * before it are taken back. Each switch's state goes to a checkpoint before it is touched.
 */
public final class Reconfiguration {
  /** A switch and what is to change on it. */
  public record Step(GnmiSwitch device, PlannedSwitch planned) {}

  private final CheckpointStore checkpoints;
  private final Consumer<String> progress;

  /**
   * With checkpoints in a store.
   *
   * @param progress takes one line for each step that was done
   */
  public Reconfiguration(CheckpointStore checkpoints, Consumer<String> progress) {
    this.checkpoints = checkpoints;
    this.progress = progress;
  }

  /**
   * Applies all or none.
   *
   * @return how many switches were changed
   * @throws SonicException naming the switch that failed and what became of the others
   */
  public int apply(List<Step> steps) {
    for (Step step : steps) {
      step.planned().findings().stream()
          .filter(Finding::error)
          .findFirst()
          .ifPresent(error -> {
            throw new SonicException(step.device().name() + ": " + error);
          });
    }
    List<Step> changed = new ArrayList<>();
    for (Step step : steps) {
      if (step.planned().patch().isEmpty()) {
        progress.accept(step.device().name() + ": nothing to change");
        continue;
      }
      changed.add(step);
      try {
        apply(step);
      } catch (SonicException e) {
        throw new SonicException(e.getMessage() + "; " + rolledBack(changed), e);
      }
      progress.accept(
          step.device().name()
              + ": "
              + step.planned().patch().changes().size()
              + " objects changed");
    }
    return changed.size();
  }

  private void apply(Step step) {
    GnmiSwitch device = step.device();
    PlannedSwitch planned = step.planned();
    ConfigDb first =
        checkpoints.find(device.name()).map(Checkpoint::before).orElse(planned.before());
    checkpoints.save(new Checkpoint(device.name(), first, planned.after()));
    device.apply(planned.patch());
    requireHeld(device, planned.patch());
  }

  private static void requireHeld(GnmiSwitch device, ConfigPatch patch) {
    ConfigDb now = device.read();
    for (ConfigChange change : patch.changes()) {
      if (!now.object(change.table(), change.key()).equals(change.after())) {
        throw new SonicException(
            device.name()
                + ": took the change but does not hold "
                + change.table()
                + "|"
                + change.key()
                + " as sent: "
                + now.object(change.table(), change.key()).map(Object::toString).orElse("nothing"));
      }
    }
  }

  private String rolledBack(List<Step> changed) {
    List<String> back = new ArrayList<>();
    List<String> lost = new ArrayList<>();
    for (Step step : changed.reversed()) {
      GnmiSwitch device = step.device();
      try {
        ConfigDb now = device.read();
        ConfigPatch patch = ConfigPatch.between(now, step.planned().patch().takenBack(now));
        device.apply(patch);
        requireHeld(device, patch);
        forget(device.name(), step.planned());
        back.add(device.name());
      } catch (SonicException e) {
        lost.add(device.name() + " (" + e.getMessage() + ")");
      }
    }
    return (back.isEmpty() ? "" : "rolled back: " + String.join(", ", back))
        + (lost.isEmpty()
            ? ""
            : (back.isEmpty() ? "" : "; ")
                + "NOT rolled back, see smartt revert: "
                + String.join(", ", lost));
  }

  /** A checkpoint of an earlier apply goes back to what that apply made. */
  private void forget(String name, PlannedSwitch planned) {
    Checkpoint now = checkpoints.find(name).orElseThrow();
    if (now.before().equals(planned.before())) {
      checkpoints.remove(name);
    } else {
      checkpoints.save(new Checkpoint(name, now.before(), planned.before()));
    }
  }

  /**
   * Takes one switch back to its checkpoint.
   *
   * @return whether there was one
   */
  public boolean revert(GnmiSwitch device) {
    Optional<Checkpoint> checkpoint = checkpoints.find(device.name());
    if (checkpoint.isEmpty()) {
      progress.accept(device.name() + ": nothing to take back");
      return false;
    }
    ConfigDb now = device.read();
    ConfigPatch made = checkpoint.get().changes();
    long others =
        made.changes().stream()
            .filter(change ->
                !now.object(change.table(), change.key()).equals(change.after())
                    && !now.object(change.table(), change.key()).equals(change.before()))
            .count();
    if (others > 0) {
      progress.accept(
          device.name()
              + ": "
              + others
              + " objects were changed by others since; they go back too");
    }
    ConfigPatch patch = ConfigPatch.between(now, made.takenBack(now));
    device.apply(patch);
    requireHeld(device, patch);
    checkpoints.remove(device.name());
    progress.accept(device.name() + ": " + patch.changes().size() + " objects taken back");
    return true;
  }
}
