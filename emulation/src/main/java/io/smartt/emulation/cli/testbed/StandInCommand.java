package io.smartt.emulation.cli.testbed;

import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.settings.SettingsCatalog;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.options.CommandGroup;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code smartt stand-in}. */
@Command(
    name = "stand-in",
    header = "Runs switches without hardware, to try plan, apply, run and revert on.")
public final class StandInCommand extends CommandGroup {
  /** Returns the command with its subcommands. */
  public static CommandLine commandLine(
      ExperimentLoader experiments, SettingsCatalog catalog, Console console) {
    return new CommandLine(new StandInCommand())
        .addSubcommand(new StandInSonicCommand(console))
        .addSubcommand(new StandInStratumCommand(console))
        .addSubcommand(new StandInLabCommand(experiments, catalog, console));
  }

  @Override
  protected String prompt() {
    return "name a command: 'sonic', 'stratum' or 'lab'";
  }
}
