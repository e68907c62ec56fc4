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

  /** {@code smartt wireshark dissector}. */
  @Command(
      name = "dissector",
      header = "Prints the dissector, a Lua script.",
      footer = {
        "",
        "Example:",
        "  smartt wireshark dissector > smartt.lua && tshark -X lua_script:smartt.lua -r trace.pcapng"
      })
  static final class WiresharkDissectorCommand implements Runnable {
    private final Console console;

    WiresharkDissectorCommand(Console console) {
      this.console = console;
    }

    @Override
    public void run() {
      console.show(WiresharkFiles.Dissector.source());
    }
  }

  /** {@code smartt wireshark install}. */
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
  static final class WiresharkInstallCommand implements Runnable {
    private final Supplier<WiresharkFolders> folders;
    private final Console console;

    @Option(
        names = "--plugin-folder",
        paramLabel = "DIR",
        description = "Where the dissector goes.")
    private @Nullable Path plugins;

    @Option(
        names = "--profile-folder",
        paramLabel = "DIR",
        description = "Where the profile SMaRTT goes: its columns and colours.")
    private @Nullable Path profiles;

    @Option(names = "--extcap-folder", paramLabel = "DIR", description = "Where the extcap goes.")
    private @Nullable Path extcaps;

    WiresharkInstallCommand(Supplier<WiresharkFolders> folders, Console console) {
      this.folders = folders;
      this.console = console;
    }

    @Override
    public void run() {
      WiresharkFolders found = folders.get();
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
}
