package io.smartt.emulation.cli;

import io.smartt.emulation.p4tools.P4Compiler;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code smartt p4}: tools for people who write P4. */
@Command(
    name = "p4",
    header = "Tools for P4 programs: run a test script, follow one packet, compile.",
    description = {
      "",
      "They run v1model programs that p4c compiled on the embedded switch, written to over",
      "P4Runtime as any controller does.",
      ""
    })
final class P4Command implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private Help help = new Help();

  private P4Command() {}

  /** With its subcommands. */
  static CommandLine commandLine(Console console) {
    return new CommandLine(new P4Command())
        .addSubcommand(new P4StfCommand(console))
        .addSubcommand(new P4TraceCommand(console))
        .addSubcommand(new P4CompileCommand(console, P4Compiler.ofEnvironment()));
  }

  /** Without a subcommand there is nothing to do but to say which there are. */
  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "name a tool: " + String.join(", ", spec.subcommands().keySet()));
  }
}
