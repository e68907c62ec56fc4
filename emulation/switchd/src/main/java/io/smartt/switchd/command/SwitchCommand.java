package io.smartt.switchd.command;

import module java.base;

import io.smartt.base.concurrent.StopWait;
import io.smartt.base.input.UserInputException;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.options.Version;
import io.smartt.switchd.process.SwitchProcess;
import io.smartt.switchd.process.SwitchRequest;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code smartt switch}. */
@Command(
    name = "switch",
    sortOptions = false,
    header = "Runs one P4 switch on real interfaces or capture files.",
    description = {
      "",
      "Takes the command line of simple_switch_grpc, so that Mininet scripts and the p4lang",
      "tutorials can name it as their switch. Controllers reach it over P4Runtime 1.5;",
      "'smartt switch ctl' sets port rates and queue sizes and reads queue counters.",
      "With --thrift-port, simple_switch_CLI and p4-utils reach it too.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  sudo smartt switch -i 1@veth1 -i 2@veth2 prog.json",
      "  sudo smartt switch -i 1@s1-eth1 --no-p4 --device-id 1 -- --grpc-server-addr"
          + " 127.0.0.1:50051 --cpu-port 255",
      "  smartt switch -i 1@in.pcap -i 2@other.pcap prog.json --exit-when-done",
      "  smartt switch ctl queues --watch",
      "",
      "Runs until it gets SIGINT or SIGTERM. Interfaces need root or the capability CAP_NET_RAW."
    })
public final class SwitchCommand implements Callable<Integer> {
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final Console console;

  @Mixin private SwitchOptions options = new SwitchOptions();
  @Mixin private ForeignSwitchOptions foreign = new ForeignSwitchOptions();

  @Option(names = "--json-version", description = "Says which BMv2 JSON is understood, and ends.")
  private boolean jsonVersion;

  @Option(
      names = {"-v", "--version"},
      description = "Says which version this is, and ends.")
  private boolean version;

  SwitchCommand(Console console) {
    this.console = console;
  }

  /** Returns the command with its subcommands. */
  public static CommandLine commandLine(Console console) {
    return configured(new CommandLine(new SwitchCommand(console)))
        .addSubcommand(SwitchCtlCommand.commandLine(console));
  }

  /** Lets options follow "--", as in the command line of simple_switch. */
  static CommandLine configured(CommandLine switchCommand) {
    return switchCommand.setEndOfOptionsDelimiter("no delimiter");
  }

  /** Returns what the command line asks for, with what is to be said about it. */
  SwitchRequest request() {
    foreign.notes().forEach(note -> console.err().println("smartt: note: " + note));
    SwitchRequest request = options.request();
    if (options.ignoresProgram()) {
      console.err().println("smartt: note: the program is ignored, since --no-p4 was given");
    }
    options.narrowed(request).ifPresent(note -> console.err().println("smartt: note: " + note));
    return request;
  }

  /** The same, unless it leaves a door open. */
  SwitchRequest safeRequest() {
    SwitchRequest request = request();
    options.requireSafe(request);
    return request;
  }

  @Override
  public Integer call() throws java.io.IOException {
    if (jsonVersion) {
      console.out().println("2.24");
      return 0;
    }
    if (version) {
      console.out().println("smartt " + Version.number());
      return 0;
    }
    SwitchRequest request = safeRequest();
    CountDownLatch stopped = new CountDownLatch(1);
    try (SwitchProcess process = SwitchProcess.start(request, console.out(), Clock.systemUTC())) {
      Thread hook = new Thread(() -> stop(process, stopped), "switch-stop");
      Runtime.getRuntime().addShutdownHook(hook);
      try {
        process.await();
      } finally {
        forget(hook);
      }
    } finally {
      stopped.countDown();
    }
    return 0;
  }

  private static void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending, and the hook waits for this switch.
    }
  }

  /** Lets the process end only when files are written and ports are closed. */
  private static void stop(SwitchProcess process, CountDownLatch stopped) {
    process.stop();
    var _ = StopWait.await("the switch", stopped::await, GRACE);
  }

  /**
   * Options of simple_switch_grpc that this switch has no use for: most are let pass with a note,
   * those without which a switch would do something else than asked are refused.
   */
  private static final class ForeignSwitchOptions {
    // What stands between simple_switch's options and those of its target.
    @Option(names = "--", hidden = true)
    @SuppressWarnings("UnusedVariable")
    private boolean separator;

    @Option(names = "--nanolog", hidden = true)
    private @Nullable String nanolog;

    @Option(names = "--notifications-addr", hidden = true)
    private @Nullable String notifications;

    @Option(names = "--debugger", hidden = true)
    private boolean debugger;

    @Option(names = "--debugger-addr", hidden = true)
    private @Nullable String debuggerAddress;

    @Option(names = "--log-file-max-size", hidden = true)
    private @Nullable String logFileSize;

    @Option(names = "--log-file-max-files", hidden = true)
    private @Nullable String logFiles;

    @Option(names = "--max-port-count", hidden = true)
    private @Nullable String maxPorts;

    @Option(names = "--disable-swap", hidden = true)
    private boolean disableSwap;

    @Option(names = "--enable-swap", hidden = true)
    private boolean enableSwap;

    @Option(names = "--max-mc-groups", hidden = true)
    private @Nullable String groupLimit;

    @Option(names = "--max-l1-entries", hidden = true)
    private @Nullable String firstLevelLimit;

    @Option(names = "--max-l2-entries", hidden = true)
    private @Nullable String secondLevelLimit;

    @Option(names = "--restore-state", hidden = true)
    private @Nullable String restoreState;

    @Option(names = "--packet-in", hidden = true)
    private @Nullable String packetIn;

    @Option(names = "--dp-grpc-server-addr", hidden = true)
    private @Nullable String dataPlaneAddress;

    @Option(names = "--load-modules", hidden = true)
    private @Nullable String modules;

    /**
     * Returns what to tell of options that do nothing here.
     *
     * @throws UserInputException naming an option that cannot be had
     */
    List<String> notes() {
      refuse(
          "--restore-state", restoreState, "state is kept by the controller, who writes it again");
      refuse("--packet-in", packetIn, "nanomsg is not spoken here; use -i PORT@FILE.pcap");
      refuse(
          "--dp-grpc-server-addr",
          dataPlaneAddress,
          "packets arrive on interfaces and from capture files");
      refuse("--load-modules", modules, "modules of simple_switch are C++ code");
      List<String> notes = new ArrayList<>();
      note(
          notes,
          "--nanolog",
          nanolog != null,
          "there is no nanomsg logger; use --log-console or --log-file");
      note(
          notes,
          "--notifications-addr",
          notifications != null,
          "digests and idle timeouts come over P4Runtime");
      note(
          notes, "--debugger", debugger || debuggerAddress != null, "there is no nanomsg debugger");
      note(notes, "--log-file-max-size", logFileSize != null, "log files are not rotated");
      note(notes, "--log-file-max-files", logFiles != null, "log files are not rotated");
      note(notes, "--max-port-count", maxPorts != null, "every port 0 to 511 may be used");
      note(notes, "--disable-swap", disableSwap, "a controller may always bring another program");
      note(notes, "--enable-swap", enableSwap, "a controller may always bring another program");
      note(
          notes,
          "--max-mc-groups, --max-l1-entries, --max-l2-entries",
          groupLimit != null || firstLevelLimit != null || secondLevelLimit != null,
          "multicast has no such limits");
      return notes;
    }

    private static void refuse(String option, @Nullable String value, String why) {
      if (value != null) {
        throw new UserInputException(option + " is not supported: " + why);
      }
    }

    private static void note(List<String> notes, String option, boolean given, String why) {
      if (given) {
        notes.add(option + " is ignored: " + why);
      }
    }
  }
}
