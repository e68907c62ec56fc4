package io.smartt.emulation.cli.testbed;

import module java.base;

import io.smartt.experiment.ExperimentLoader;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.options.Help;
import io.smartt.testbed.Checkpoints;
import io.smartt.testbed.TestbedChange;
import io.smartt.testbed.TestbedFacts;
import io.smartt.testbed.TestbedSwitch;
import io.smartt.testbed.sonic.change.CheckpointStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code smartt revert}. */
@Command(
    name = "revert",
    sortOptions = false,
    header = "Takes back what 'smartt apply' changed on the switches of a testbed.",
    description = {
      "",
      "Every object that was changed becomes what it was before the first apply; what others",
      "changed meanwhile stays. It goes in stages as the apply did, also from the middle of one.",
      "A switch that cannot be reached does not keep the others from being taken back.",
      ""
    })
public final class RevertCommand extends TestbedCommand {
  @Mixin
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private Help help = new Help();

  public RevertCommand(ExperimentLoader experiments, Console console) {
    super(experiments, console);
  }

  @Override
  public Integer call() {
    TestbedFacts facts = new TestbedFacts(experiment().settings());
    List<TestbedSwitch> boxes = options().boxes(facts);
    // What a killed run changed for itself lies on top of what 'smartt apply' did.
    Path ofRuns = Checkpoints.ofRuns(options().checkpoints());
    if (Files.exists(ofRuns)) {
      revert(facts, ofRuns, boxes);
    }
    revert(facts, options().checkpoints(), boxes);
    return 0;
  }

  private void revert(TestbedFacts facts, Path folder, List<TestbedSwitch> boxes) {
    new TestbedChange(facts, new CheckpointStore(folder), options().waiting(), this::say)
        .revert(boxes);
  }
}
