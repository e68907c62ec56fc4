package io.smartt.emulation.cli.testbed;

import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.switchd.console.Console;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;

/** A command on the switches of a testbed. */
abstract class TestbedCommand implements Callable<Integer> {
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

  /** Prints a line to standard output at once. */
  final void say(String line) {
    console.say(line);
  }
}
