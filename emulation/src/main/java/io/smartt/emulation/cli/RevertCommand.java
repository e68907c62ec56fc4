package io.smartt.emulation.cli;

import io.smartt.controller.sonic.CheckpointStore;
import io.smartt.emulation.experiment.Experiments;
import io.smartt.emulation.fabric.testbed.Box;
import io.smartt.emulation.fabric.testbed.Checkpoints;
import io.smartt.emulation.fabric.testbed.TestbedChange;
import io.smartt.emulation.fabric.testbed.TestbedFacts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
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
      "changed meanwhile stays. A switch that cannot be reached does not keep the others from",
      "being taken back.",
      ""
    })
final class RevertCommand implements Callable<Integer> {
  private final Experiments experiments;
  private final Console console;

  @Mixin private TestbedOptions options = new TestbedOptions();

  @Mixin
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private Help help = new Help();

  RevertCommand(Experiments experiments, Console console) {
    this.experiments = experiments;
    this.console = console;
  }

  @Override
  public Integer call() {
    TestbedFacts facts = new TestbedFacts(options.experiment(experiments).settings());
    List<Box> boxes = options.boxes(facts);
    // What a killed run changed for itself lies on top of what 'smartt apply' did.
    Path ofRuns = Checkpoints.ofRuns(options.checkpoints());
    if (Files.exists(ofRuns)) {
      revert(facts, ofRuns, boxes);
    }
    revert(facts, options.checkpoints(), boxes);
    return 0;
  }

  private void revert(TestbedFacts facts, Path folder, List<Box> boxes) {
    new TestbedChange(facts, new CheckpointStore(folder), options.deadline(), this::say)
        .revert(boxes);
  }

  private void say(String line) {
    console.out().println(line);
    console.out().flush();
  }
}
