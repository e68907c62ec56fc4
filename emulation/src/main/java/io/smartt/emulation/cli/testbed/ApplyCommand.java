package io.smartt.emulation.cli.testbed;

import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.options.Help;
import io.smartt.testbed.TestbedChange;
import io.smartt.testbed.TestbedFacts;
import io.smartt.testbed.sonic.change.CheckpointStore;
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
      "checkpoint before it is touched. A SONiC switch is changed in stages. If a switch refuses",
      "one or does not hold it afterwards, it and those before it are rolled back. If it does",
      "not answer, it is waited for, and an apply that was interrupted is gone on with. Applied",
      "again, nothing changes.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  smartt apply --profile trident4-leaf-spine",
      "  smartt revert --profile trident4-leaf-spine"
    })
public final class ApplyCommand extends TestbedCommand {
  @Mixin
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private Help help = new Help();

  public ApplyCommand(ExperimentLoader experiments, Console console) {
    super(experiments, console);
  }

  @Override
  public Integer call() {
    ExperimentSpec spec = experiment();
    TestbedFacts facts = new TestbedFacts(spec.settings());
    new TestbedChange(
            facts, new CheckpointStore(options().checkpoints()), options().waiting(), this::say)
        .apply(spec, options().boxes(facts));
    return 0;
  }
}
