package io.smartt.emulation.cli.trace;

import module java.base;

import io.smartt.base.concurrent.OwnProgram;
import io.smartt.realtime.wireshark.WiresharkFiles;
import io.smartt.realtime.wireshark.WiresharkFiles.WiresharkFolders;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.options.CommandGroup;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code smartt wireshark}. */
@Command(
    name = "wireshark",
    header = "A dissector for Wireshark, and ports of running fabrics in its list of interfaces.")
public final class WiresharkCommand extends CommandGroup {
  private final Console console;

  private WiresharkCommand(Console console) {
    this.console = console;
  }

  /** Returns the command with its subcommands. */
  public static CommandLine commandLine(Console console) {
    return new CommandLine(new WiresharkCommand(console)).addSubcommand(new ExtcapCommand(console));
  }

  @Override
  protected String prompt() {
    return "name a command: " + subcommands();
  }

  @Command(
      name = "dissector",
      header = "Prints the dissector, a Lua script.",
      footer = {
        "",
        "Example:",
        "  smartt wireshark dissector > smartt.lua && tshark -X lua_script:smartt.lua -r trace.pcapng"
      })
  void dissector() {
    console.show(WiresharkFiles.dissector());
  }

  @Command(
      name = "install",
      sortOptions = false,
      header = "Writes dissector, profile and extcap where Wireshark finds them.",
      description = {
        "",
        "In the folders that 'tshark -G folders' names, or else those of Wireshark 4.2 and later.",
        "Wireshark before 4.2 has no folder of the user's for extcaps: name one with"
            + " --extcap-folder,",
        "as root /usr/lib/x86_64-linux-gnu/wireshark/extcap, for root ignores WIRESHARK_EXTCAP_DIR;",
        "others may set that to any.",
        ""
      })
  void install(
      @Option(
              names = "--plugin-folder",
              paramLabel = "DIR",
              description = "Where the dissector goes.")
          @Nullable Path plugins,
      @Option(
              names = "--profile-folder",
              paramLabel = "DIR",
              description = "Where the profile SMaRTT goes: its columns and colours.")
          @Nullable Path profiles,
      @Option(names = "--extcap-folder", paramLabel = "DIR", description = "Where the extcap goes.")
          @Nullable Path extcaps) {
    WiresharkFolders found =
        WiresharkFolders.find(Path.of(System.getProperty("user.home", "")), System.getenv());
    WiresharkFolders chosen =
        new WiresharkFolders(
            Optional.ofNullable(plugins).orElse(found.plugins()),
            Optional.ofNullable(profiles).orElse(found.profiles()),
            Optional.ofNullable(extcaps).or(found::extcaps));
    new WiresharkFiles(chosen, program()).write().forEach(file -> console.out().println(file));
    console.out().flush();
    if (chosen.extcaps().isEmpty()) {
      console
          .err()
          .println(
              "smartt: no extcap: this Wireshark has no folder of yours for them; --extcap-folder"
                  + " names one");
      console.err().flush();
    }
  }

  /** The command of this process, without its arguments. */
  private static List<String> program() {
    return OwnProgram.command(
        List.of(
            "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"),
        List.of());
  }
}
