package io.smartt.testbed.sonic.change;

import module java.base;

import io.smartt.testbed.sonic.ConfigDb;
import io.smartt.testbed.sonic.ConfigPatch;
import io.smartt.testbed.sonic.Finding;
import io.smartt.testbed.sonic.GnmiSwitch;
import io.smartt.testbed.sonic.LiveState;
import io.smartt.testbed.sonic.PlannedSwitch;
import io.smartt.testbed.sonic.SonicException;
import io.smartt.testbed.sonic.Stage;
import io.smartt.testbed.sonic.Stages;
import io.smartt.testbed.sonic.SwitchPlan;
import io.smartt.testbed.sonic.change.StageRun.UnknownOutcomeException;

/**
 * Changes several switches as one, in stages. If one refuses, it and those before it are taken
 * back. If it is not known what became of a stage, all stay as they are. Each switch's state goes
 * to a checkpoint before it is touched, and each stage before it is sent.
 *
 * @param patience with a switch that does not answer
 * @param progress takes one line for each step
 */
public record Reconfiguration(
    CheckpointStore checkpoints, Pace pace, Pace.Patience patience, Consumer<String> progress) {
  /** A switch and what is to change on it. */
  public record Step(GnmiSwitch device, PlannedSwitch planned) {}

  /**
   * Plans a switch from what it holds. What an earlier run sent last has come to its end then, and
   * an apply that did not come to its end is gone on with.
   *
   * @throws UnknownOutcomeException if it is not known what became of that
   */
  public Step plan(GnmiSwitch device, SwitchPlan plan) {
    run(device).settle();
    Optional<Checkpoint> broken =
        checkpoints.find(device.name()).filter(checkpoint -> !checkpoint.whole());
    return new Step(
        device,
        PlannedSwitch.of(
            device, plan, now -> broken.map(checkpoint -> checkpoint.takenBack(now)).orElse(now)));
  }

  private StageRun run(GnmiSwitch device) {
    return new StageRun(device, checkpoints, pace, patience, progress);
  }

  /**
   * Applies all or none.
   *
   * @return how many switches were changed
   * @throws UnknownOutcomeException if it is not known what became of a stage
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
    List<Begun> changed = new ArrayList<>();
    for (Step step : steps) {
      GnmiSwitch device = step.device();
      if (step.planned().stages().isEmpty()) {
        checkpoints.find(device.name()).map(Checkpoint::ended).ifPresent(checkpoints::save);
        progress.accept(device.name() + ": nothing to change");
        continue;
      }
      changed.add(new Begun(step, checkpoints.find(device.name()).filter(Checkpoint::whole)));
      try {
        run(device).send(step.planned().before(), step.planned().stages());
        checkpoints.find(device.name()).map(Checkpoint::ended).ifPresent(checkpoints::save);
      } catch (UnknownOutcomeException e) {
        throw e;
      } catch (SonicException e) {
        throw new SonicException(e.getMessage() + "; " + rolledBack(changed), e);
      }
      progress.accept(
          device.name()
              + ": "
              + step.planned().patch().changes().size()
              + " objects changed in "
              + step.planned().stages().size()
              + " stages");
    }
    return changed.size();
  }

  /**
   * A step that was begun.
   *
   * @param earlier checkpoint of an apply that came to its end, to whose result a roll-back goes;
   *     empty: it goes to what was before the first
   */
  private record Begun(Step step, Optional<Checkpoint> earlier) {}

  private String rolledBack(List<Begun> changed) {
    List<String> back = new ArrayList<>();
    List<String> lost = new ArrayList<>();
    for (Begun begun : changed.reversed()) {
      GnmiSwitch device = begun.step().device();
      try {
        ConfigDb now = device.read();
        run(device).send(now, Stages.between(now, target(begun, now), LiveState.UNKNOWN));
        begun.earlier().ifPresentOrElse(checkpoints::save, () -> checkpoints.remove(device.name()));
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

  private ConfigDb target(Begun begun, ConfigDb now) {
    PlannedSwitch planned = begun.step().planned();
    return begun.earlier().isPresent()
        ? Touched.NOTHING.and(planned.stages()).as(planned.before(), now)
        : checkpoints
            .find(begun.step().device().name())
            .map(checkpoint -> checkpoint.takenBack(now))
            .orElse(now);
  }

  /**
   * Takes one switch back to its checkpoint.
   *
   * @return whether there was one
   * @throws UnknownOutcomeException if it is not known what became of a stage; the checkpoint stays
   */
  public boolean revert(GnmiSwitch device) {
    if (checkpoints.find(device.name()).isEmpty()) {
      progress.accept(device.name() + ": nothing to take back");
      return false;
    }
    run(device).settle();
    Checkpoint checkpoint = checkpoints.find(device.name()).orElseThrow();
    ConfigDb now = device.read();
    ConfigDb target = checkpoint.takenBack(now);
    List<Stage> stages = Stages.between(now, target, LiveState.UNKNOWN);
    run(device).send(now, stages);
    checkpoints.remove(device.name());
    progress.accept(
        device.name()
            + ": "
            + ConfigPatch.between(now, target).changes().size()
            + " objects taken back in "
            + stages.size()
            + " stages");
    return true;
  }
}
