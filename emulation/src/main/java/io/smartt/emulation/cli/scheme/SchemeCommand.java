package io.smartt.emulation.cli.scheme;

import io.smartt.experiment.ExperimentLoader;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.options.Help;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code smartt scheme}. */
@Command(
    name = "scheme",
    sortOptions = false,
    header = "Starts and checks a congestion control or load balancer of your own.",
    description = {
      "",
      "Each is one file of Java, which 'smartt run --scheme FILE.java' or '--lb FILE.java' takes.",
      "docs/extend/own-algorithm.md has what it is called with, and when.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  smartt scheme new my-control",
      "  smartt run --scheme MyControl.java --set my-control.gain=0.25",
      "  smartt scheme check MyControl.java",
      "  smartt scheme new my-paths --balancer",
      "  smartt scheme check MyPaths.java --balancer"
    })
public final class SchemeCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private Help help = new Help();

  private SchemeCommand() {}

  /** Returns the command with those below it. */
  public static CommandLine commandLine(ExperimentLoader experiments, Console console) {
    return new CommandLine(new SchemeCommand())
        .addSubcommand("new", new SchemeNewCommand(console))
        .addSubcommand("check", new SchemeCheckCommand(experiments, console));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "name what to do: new or check");
  }
}
