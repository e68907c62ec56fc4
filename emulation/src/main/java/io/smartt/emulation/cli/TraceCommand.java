package io.smartt.emulation.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code smartt trace}: what packets tell. */
@Command(
    name = "trace",
    header = "Packet traces: what they tell, other formats of them, and running them again.",
    description = {
      "",
      "Reads pcap and pcapng, of this program ('smartt run --capture') and of others. Several files",
      "are read as one trace, by their stamps.",
      ""
    })
final class TraceCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private Help help = new Help();

  private TraceCommand() {}

  /** With its subcommands. */
  static CommandLine commandLine(Console console) {
    return new CommandLine(new TraceCommand())
        .addSubcommand(new TraceSummaryCommand(console))
        .addSubcommand(new TraceFlowsCommand(console))
        .addSubcommand(new TraceQueuesCommand(console))
        .addSubcommand(new TraceConvertCommand(console))
        .addSubcommand(new TraceMergeCommand(console))
        .addSubcommand(new TraceWorkloadCommand(console))
        .addSubcommand(new TraceRerunCommand(console))
        .addSubcommand(new TraceReplayCommand(console))
        .addSubcommand(new TraceCaptureCommand(console));
  }

  /** Without a subcommand there is nothing to do but to say which there are. */
  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "name a command: " + String.join(", ", spec.subcommands().keySet()));
  }
}
