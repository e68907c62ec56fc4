package io.smartt.emulation.cli.p4;

import io.smartt.emulation.p4tools.P4Compiler;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.options.CommandGroup;
import picocli.CommandLine;
import picocli.CommandLine.Command;

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
public final class P4Command extends CommandGroup {
  private P4Command() {}

  /** Returns the command with its subcommands. */
  public static CommandLine commandLine(Console console) {
    return new CommandLine(new P4Command())
        .addSubcommand(new P4StfCommand(console))
        .addSubcommand(new P4TraceCommand(console))
        .addSubcommand(new P4CompileCommand(console, P4Compiler.ofEnvironment()));
  }

  @Override
  protected String prompt() {
    return "name a tool: " + subcommands();
  }
}
