package io.smartt.emulation.cli.trace;

import io.smartt.switchd.console.Console;
import io.smartt.switchd.options.CommandGroup;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code smartt trace}: what packets tell. */
@Command(
    name = "trace",
    header = "Packet traces: what they tell, other formats of them, and running them again.",
    description = {
      "",
      "Reads pcap and pcapng, of this program ('smartt run --capture') and of others. Several"
          + " files",
      "are read as one trace, by their stamps.",
      ""
    })
public final class TraceCommand extends CommandGroup {
  private TraceCommand() {}

  /** Returns the command with its subcommands. */
  public static CommandLine commandLine(Console console) {
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

  @Override
  protected String prompt() {
    return "name a command: " + subcommands();
  }
}
