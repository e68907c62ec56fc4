package io.smartt.emulation.cli;

import io.smartt.emulation.cli.run.RunCommand.ExperimentRunner;
import io.smartt.switchd.console.Console;
import java.io.PrintWriter;
import java.io.StringWriter;

/** One run of the command line against a runner of the test's. */
public final class CommandLineRun {
  public final int status;
  public final String out;
  public final String err;

  private CommandLineRun(int status, String out, String err) {
    this.status = status;
    this.out = out;
    this.err = err;
  }

  /** A run of a command that runs no experiment. */
  public static CommandLineRun of(String... args) {
    return of(
        (_, _) -> {
          throw new AssertionError("no experiment was asked for");
        },
        args);
  }

  public static CommandLineRun of(ExperimentRunner runner, String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    Console console = new Console(new PrintWriter(out), new PrintWriter(err), false);
    int status = Smartt.commandLine(runner, console, args).execute(args);
    return new CommandLineRun(status, out.toString(), err.toString());
  }
}
