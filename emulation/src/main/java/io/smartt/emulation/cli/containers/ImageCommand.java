package io.smartt.emulation.cli.containers;

import io.smartt.switchd.console.Console;
import io.smartt.switchd.options.CommandGroup;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code smartt image}. */
@Command(name = "image", header = "Makes the container image of the docker fabric.")
public final class ImageCommand extends CommandGroup {
  /** Returns the command with its subcommands. */
  public static CommandLine commandLine(Console console) {
    return new CommandLine(new ImageCommand()).addSubcommand(new ImageBuildCommand(console));
  }

  @Override
  protected String prompt() {
    return "name a command: 'build'";
  }
}
