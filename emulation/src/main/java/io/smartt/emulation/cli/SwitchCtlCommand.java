package io.smartt.emulation.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

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
      "  smartt switch ctl queues --watch 0.5 --addr 127.0.0.1:50051"
    })
final class SwitchCtlCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private Help help = new Help();

  /** With its subcommands. */
  static CommandLine commandLine(Console console) {
    return new CommandLine(new SwitchCtlCommand())
        .addSubcommand(new PortsCommand(console))
        .addSubcommand(new QueuesCommand(console))
        .addSubcommand(new SetRateCommand(console))
        .addSubcommand(new SetCapacityCommand(console));
  }

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "name a command, such as 'queues' or 'set-rate'");
  }
}
