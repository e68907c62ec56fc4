package io.smartt.emulation.cli.testbed;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.settings.SettingsCatalog;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.options.CommandGroup;
import io.smartt.switchd.options.InputOption;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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

  /** The options of every stand-in. */
  static final class StandInOptions {
    @Option(
        names = "--speed",
        paramLabel = "FACTOR",
        description = "How many times as quick as a real switch it is. Default: 1; 5 in a lab.")
    private @Nullable Double speed;

    @Mixin private InputOption input = new InputOption();

    /** Returns the factor, or this one where none was given. */
    double speedOr(double otherwise) {
      Double given = speed;
      if (given == null) {
        return otherwise;
      }
      if (!(given > 0)) {
        throw new UserInputException("--speed " + given + ": give a number above 0");
      }
      return given;
    }

    /** Waits until it is to end. */
    int await(UntilStopped until) {
      input.atEnd(until::now);
      return until.await();
    }
  }
}
