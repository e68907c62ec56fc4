package io.smartt.emulation.cli.testbed;

import module java.base;

import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.study.launch.Fabrics;
import io.smartt.switchd.console.Console;
import io.smartt.testbed.RealTestbed;
import io.smartt.testbed.TestbedChange;
import io.smartt.testbed.TestbedFacts;
import io.smartt.testbed.TestbedSwitch;
import io.smartt.testbed.sonic.change.CheckpointStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** A command on the switches of a testbed. */
public abstract class TestbedCommand implements Callable<Integer> {
  private final ExperimentLoader experiments;
  private final Console console;

  @Mixin private TestbedOptions options = new TestbedOptions();

  TestbedCommand(ExperimentLoader experiments, Console console) {
    this.experiments = experiments;
    this.console = console;
  }

  /** Returns the options that all of these commands have. */
  final TestbedOptions options() {
    return options;
  }

  /** Returns an experiment on the testbed that the user named. */
  final ExperimentSpec experiment() {
    return options.experiment(experiments);
  }

  /** Returns the same to change switches for: refused is what a run on them would refuse. */
  final ExperimentSpec checkedExperiment() {
    ExperimentSpec spec = experiment();
    Fabrics.builtIn().requireAble(spec);
    return spec;
  }

  /** Prints a line to standard output at once. */
  final void say(String line) {
    console.say(line);
  }

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
  public static final class ApplyCommand extends TestbedCommand {

    public ApplyCommand(ExperimentLoader experiments, Console console) {
      super(experiments, console);
    }

    @Override
    public Integer call() {
      ExperimentSpec spec = checkedExperiment();
      TestbedFacts facts = new TestbedFacts(spec.settings());
      new TestbedChange(
              facts, new CheckpointStore(options().checkpoints()), options().waiting(), this::say)
          .apply(spec, options().boxes(facts));
      return 0;
    }
  }

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
  public static final class RevertCommand extends TestbedCommand {

    public RevertCommand(ExperimentLoader experiments, Console console) {
      super(experiments, console);
    }

    @Override
    public Integer call() {
      TestbedFacts facts = new TestbedFacts(experiment().settings());
      List<TestbedSwitch> boxes = options().boxes(facts);
      // What a killed run changed for itself lies on top of what 'smartt apply' did.
      Path ofRuns = RealTestbed.checkpointsOfRuns(options().checkpoints());
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
}
