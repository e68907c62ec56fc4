package io.smartt.switchd.options;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that only has subcommands; run without one, it fails and names them. */
public abstract class CommandGroup implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  /** Returns the error of a call without a subcommand. */
  protected abstract String prompt();

  /** Returns the names of the subcommands as a list for people. */
  protected final String subcommands() {
    return String.join(", ", spec.subcommands().keySet());
  }

  @Override
  public final void run() {
    throw new CommandLine.ParameterException(spec.commandLine(), prompt());
  }
}
