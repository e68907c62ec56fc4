package io.smartt.emulation.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code smartt image}. */
@Command(name = "image", header = "Makes the container image of the docker fabric.")
final class ImageCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private Help help = new Help();

  /** With its subcommands. */
  static CommandLine commandLine(Console console) {
    return new CommandLine(new ImageCommand()).addSubcommand(new ImageBuildCommand(console));
  }

  @Override
  public void run() {
    throw new CommandLine.ParameterException(spec.commandLine(), "name a command: 'build'");
  }
}
