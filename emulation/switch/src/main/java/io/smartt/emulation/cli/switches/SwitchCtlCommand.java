package io.smartt.emulation.cli.switches;

import io.smartt.emulation.cli.console.Console;
import io.smartt.emulation.cli.options.CommandGroup;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code smartt switch ctl}. */
@Command(
    name = "ctl",
    header = "Looks into a running switch: ports, queues, rates.",
    description = {
      "",
      "Talks to the control service of a switch that 'smartt switch' runs, by default the one at",
      "127.0.0.1:9559.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  smartt switch ctl ports",
      "  smartt switch ctl set-rate 1 10Mbps",
      "  smartt switch ctl set-capacity 1,2 32packets",
      "  smartt switch ctl set-capacity all 64KiB --queue 0",
      "  smartt switch ctl queues --watch 0.5 --addr 127.0.0.1:50051",
      "  smartt switch ctl trace --port 1 --packets 3"
    })
final class SwitchCtlCommand extends CommandGroup {
  /** With its subcommands. */
  static CommandLine commandLine(Console console) {
    return new CommandLine(new SwitchCtlCommand())
        .addSubcommand(new PortsCommand(console))
        .addSubcommand(new QueuesCommand(console))
        .addSubcommand(new TraceCommand(console))
        .addSubcommand(new SetRateCommand(console))
        .addSubcommand(new SetCapacityCommand(console));
  }

  @Override
  protected String prompt() {
    return "name a command, such as 'queues' or 'set-rate'";
  }
}
