package io.smartt.emulation.cli.wireshark;

import module java.base;

import io.smartt.realtime.wireshark.WiresharkFolders;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.options.CommandGroup;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code smartt wireshark}. */
@Command(
    name = "wireshark",
    header = "A dissector for Wireshark, and ports of running fabrics in its list of interfaces.")
public final class WiresharkCommand extends CommandGroup {
  private WiresharkCommand() {}

  /** Returns the command with its subcommands. */
  public static CommandLine commandLine(Console console) {
    Supplier<WiresharkFolders> folders =
        () -> WiresharkFolders.find(Path.of(System.getProperty("user.home", "")), System.getenv());
    return new CommandLine(new WiresharkCommand())
        .addSubcommand(new WiresharkInstallCommand(folders, console))
        .addSubcommand(new WiresharkDissectorCommand(console))
        .addSubcommand(new ExtcapCommand(console));
  }

  @Override
  protected String prompt() {
    return "name a command: " + subcommands();
  }
}
