package io.smartt.testbed;

import module java.base;

import io.smartt.base.concurrent.Closing;
import io.smartt.base.failure.RunFailedException;
import io.smartt.controller.p4runtime.P4RuntimeException;
import io.smartt.controller.rpc.TlsClientFiles.TlsException;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.testbed.TestbedSwitch.TargetKind;
import io.smartt.testbed.sonic.Finding;
import io.smartt.testbed.sonic.GnmiSwitch;
import io.smartt.testbed.sonic.SonicException;
import io.smartt.testbed.sonic.change.CheckpointStore;
import io.smartt.testbed.sonic.change.Pace;
import io.smartt.testbed.sonic.change.Reconfiguration;
import io.smartt.testbed.sonic.shown.Verification;

/**
 * Brings the switches of a testbed to what an experiment wants of them, and back.
 *
 * @param waiting how long switches are waited for
 * @param said receives one line for each thing that was done
 */
public record TestbedChange(
    TestbedFacts facts,
    CheckpointStore checkpoints,
    TestbedChange.SwitchWaiting waiting,
    Consumer<String> said) {
  /**
   * Changes all of SONiC's or none, then those that run P4 programs.
   *
   * @throws RunFailedException naming the switch that refused
   */
  public void apply(ExperimentSpec spec, List<TestbedSwitch> boxes) {
    List<GnmiSwitch> open = new ArrayList<>();
    Reconfiguration reconfiguration = reconfiguration();
    try (Closing.AtEnd _ = Closing.atEnd("leaving the switches", open)) {
      List<Reconfiguration.Step> steps = new ArrayList<>();
      for (TestbedSwitch box :
          boxes.stream().filter(b -> b.target() == TargetKind.SONIC).toList()) {
        GnmiSwitch device = new SonicSwitchDrivers(facts, waiting.deadline()).connect(box);
        open.add(device);
        Reconfiguration.Step step =
            reconfiguration.plan(device, new SonicPlans(spec, facts).of(box));
        step.planned().findings().forEach(finding -> said.accept(box.name() + ": " + finding));
        steps.add(step);
      }
      var _ = reconfiguration.apply(steps);
      verify(steps);
      List<TestbedSwitch> programmed =
          boxes.stream().filter(box -> box.target() != TargetKind.SONIC).toList();
      if (!programmed.isEmpty()) {
        P4SwitchDrivers programmer = new P4SwitchDrivers(spec, facts, waiting.deadline());
        programmed.forEach(box -> said.accept(programmer.apply(box)));
      }
    } catch (SonicException | P4RuntimeException | TlsException e) {
      throw new RunFailedException(e);
    }
  }

  /** CONFIG_DB says what was asked for; the other databases say what is done. */
  private void verify(List<Reconfiguration.Step> steps) {
    Verification verification = new Verification(waiting.pace(), waiting.patience().quiet());
    List<String> failing = new ArrayList<>();
    for (Reconfiguration.Step step : steps) {
      GnmiSwitch device = step.device();
      List<Finding> findings =
          verification.of(device, step.planned().plan(), step.planned().after());
      findings.forEach(finding -> said.accept(device.name() + ": " + finding));
      if (findings.stream().anyMatch(Finding::error)) {
        failing.add(device.name());
      } else {
        said.accept(device.name() + ": does what the plan asks, as far as it shows it");
      }
    }
    if (!failing.isEmpty()) {
      throw new RunFailedException(
          "CONFIG_DB is as planned, but this is not what is done: %s (the errors above; the switch's"
                  .formatted(String.join(", ", failing))
              + " syslog has why). 'smartt revert' takes the plan back");
    }
  }

  /**
   * Takes SONiC's back, each for itself; a P4 program and its entries stay.
   *
   * @throws RunFailedException naming those that could not be taken back
   */
  public void revert(List<TestbedSwitch> boxes) {
    Reconfiguration reconfiguration = reconfiguration();
    List<String> failed = new ArrayList<>();
    for (TestbedSwitch box : boxes) {
      if (box.target() != TargetKind.SONIC) {
        said.accept(
            box.name()
                + ": not asked, for a P4 program and its entries stay; load the one it had, if"
                + " any");
        continue;
      }
      try (GnmiSwitch device = new SonicSwitchDrivers(facts, waiting.deadline()).connect(box)) {
        var _ = reconfiguration.revert(device);
      } catch (SonicException | TlsException e) {
        failed.add(String.valueOf(e.getMessage()));
      }
    }
    if (!failed.isEmpty()) {
      throw new RunFailedException(String.join("\n  ", failed));
    }
  }

  private Reconfiguration reconfiguration() {
    return new Reconfiguration(checkpoints, waiting.pace(), waiting.patience(), said);
  }

  /**
   * The times for which switches are waited for.
   *
   * @param deadline of each call
   * @param patience with a change that was not answered within it
   * @param pace by which clock
   */
  public record SwitchWaiting(Duration deadline, Pace.Patience patience, Pace pace) {
    /** Returns the waiting by this machine's clock. */
    public static SwitchWaiting of(Duration deadline, Duration patience) {
      return new SwitchWaiting(deadline, Pace.Patience.ofMost(patience), Pace.ofThisMachine());
    }
  }
}
