package io.smartt.emulation.cli.lab;

import io.smartt.emulation.lab.LabStore;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.study.launch.Fabrics;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.options.CommandGroup;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code smartt lab}. */
@Command(
    name = "lab",
    header = "Networks that stay until they are taken down, for shells, programs and experiments.",
    footer = {
      "",
      "Examples:",
      "  sudo ./smartt lab up mine --topology leafspine,2,2,2",
      "  sudo ./smartt lab exec mine h1 -- ping h2",
      "  sudo ./smartt shell --lab mine",
      "  sudo ./smartt run --lab mine --workload incast:3x1MiB",
      "  sudo ./smartt lab down mine"
    })
public final class LabCommand extends CommandGroup {
  /** Returns the command with its subcommands. */
  public static CommandLine commandLine(
      ExperimentLoader experiments, Fabrics fabrics, Supplier<LabStore> labs, Console console) {
    return new CommandLine(new LabCommand())
        .addSubcommand(new LabUpCommand(experiments, fabrics, labs, console))
        .addSubcommand(new LabListCommand(labs, console))
        .addSubcommand(new LabExecCommand(labs, console))
        .addSubcommand(new LabInspectCommand(labs, console))
        .addSubcommand(new LabDownCommand(fabrics, labs, console))
        .addSubcommand(new LabServeCommand(experiments, fabrics, labs, console));
  }

  @Override
  protected String prompt() {
    return "name a command: " + subcommands().replaceFirst(", serve$", "");
  }
}
