package io.smartt.emulation.cli;

import io.smartt.controller.p4runtime.P4RuntimeException;
import io.smartt.controller.sonic.GnmiSwitch;
import io.smartt.controller.sonic.PlannedSwitch;
import io.smartt.controller.sonic.Reconfiguration;
import io.smartt.controller.sonic.SonicException;
import io.smartt.controller.tls.TlsException;
import io.smartt.emulation.experiment.ExperimentSpec;
import io.smartt.emulation.experiment.Experiments;
import io.smartt.emulation.experiment.TargetKind;
import io.smartt.emulation.report.RunFailedException;
import io.smartt.emulation.testbed.Box;
import io.smartt.emulation.testbed.P4Boxes;
import io.smartt.emulation.testbed.P4Plans;
import io.smartt.emulation.testbed.SonicPlans;
import io.smartt.emulation.testbed.TestbedFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code smartt apply}. */
@Command(
    name = "apply",
    sortOptions = false,
    header = "Changes the switches of a testbed as a profile says: all of them or none.",
    description = {
      "",
      "Plans first; a plan with an error changes nothing. What each switch held is kept in a",
      "checkpoint before it is touched. If a switch refuses its change or does not hold it",
      "afterwards, it and those before it are rolled back. Applied again, nothing changes.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  smartt apply --profile trident4-leaf-spine",
      "  smartt revert --profile trident4-leaf-spine"
    })
final class ApplyCommand implements Callable<Integer> {
  private final Experiments experiments;
  private final Console console;

  @Mixin private TestbedOptions options = new TestbedOptions();

  @Mixin
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private Help help = new Help();

  ApplyCommand(Experiments experiments, Console console) {
    this.experiments = experiments;
    this.console = console;
  }

  @Override
  public Integer call() {
    ExperimentSpec spec = options.experiment(experiments);
    TestbedFacts facts = new TestbedFacts(spec.settings());
    List<Box> boxes = options.boxes(facts);
    List<GnmiSwitch> open = new ArrayList<>();
    try {
      List<Reconfiguration.Step> steps = new ArrayList<>();
      for (Box box : boxes.stream().filter(b -> b.target() == TargetKind.SONIC).toList()) {
        GnmiSwitch device = options.connect(box, facts);
        open.add(device);
        PlannedSwitch planned = PlannedSwitch.of(device, new SonicPlans(spec, facts).of(box));
        planned.findings().forEach(finding -> console.out().println(box.name() + ": " + finding));
        steps.add(new Reconfiguration.Step(device, planned));
      }
      var _ = new Reconfiguration(options.checkpoints(), this::say).apply(steps);
      P4Boxes programmer = new P4Boxes(new P4Plans(spec, facts), facts, options.deadline());
      boxes.stream()
          .filter(box -> box.target() != TargetKind.SONIC)
          .forEach(box -> say(programmer.apply(box)));
    } catch (SonicException | P4RuntimeException | TlsException e) {
      throw new RunFailedException(String.valueOf(e.getMessage()), e);
    } finally {
      open.forEach(GnmiSwitch::close);
      console.out().flush();
    }
    return 0;
  }

  private void say(String line) {
    console.out().println(line);
    console.out().flush();
  }
}
