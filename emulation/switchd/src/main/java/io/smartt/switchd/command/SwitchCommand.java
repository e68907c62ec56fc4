package io.smartt.switchd.command;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.console.UntilStopped;
import io.smartt.switchd.options.Version;
import io.smartt.switchd.process.SwitchProcess;
import io.smartt.switchd.process.SwitchRequest;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

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
  @Spec private @Nullable CommandSpec spec;

  // What stands between simple_switch's options and those of its target.
  @Option(names = "--", hidden = true)
  @SuppressWarnings("UnusedVariable")
  private boolean separator;

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

  /** Lets options follow "--", and be those of simple_switch. */
  static CommandLine configured(CommandLine switchCommand) {
    ForeignOption.ALL.forEach(
        option -> switchCommand.getCommandSpec().addOption(option.declared()));
    return switchCommand.setEndOfOptionsDelimiter("no delimiter");
  }

  /** Returns what the command line asks for, with what is to be said about it. */
  SwitchRequest request() {
    ParseResult given = Objects.requireNonNull(spec).commandLine().getParseResult();
    ForeignOption.ALL.stream()
        .filter(option -> given.hasMatchedOption(option.name()))
        .map(ForeignOption::note)
        .forEach(note -> console.err().println("smartt: note: " + note));
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
    // The process ends only when files are written and ports are closed.
    try (UntilStopped stop = new UntilStopped("the switch", GRACE);
        SwitchProcess process = new SwitchProcess(request, console.out(), Clock.systemUTC())) {
      stop.atSignal(process::stop);
      process.await();
    }
    return 0;
  }

  /**
   * An option of simple_switch_grpc that this switch has no use for: most are let pass with a note,
   * those without which a switch would do something else than asked are refused.
   *
   * @param values that it takes
   */
  private record ForeignOption(String name, int values, boolean refused, String why) {
    private static final String UNROTATED = "log files are not rotated";
    private static final String SWAPPED = "a controller may always bring another program";
    private static final String UNLIMITED = "multicast has no such limits";
    private static final String NO_DEBUGGER = "there is no nanomsg debugger";

    static final List<ForeignOption> ALL =
        List.of(
            refused("--restore-state", "state is kept by the controller, who writes it again"),
            refused("--packet-in", "nanomsg is not spoken here; use -i PORT@FILE.pcap"),
            refused("--dp-grpc-server-addr", "packets arrive on interfaces and from capture files"),
            refused("--load-modules", "modules of simple_switch are C++ code"),
            ignored("--nanolog", 1, "there is no nanomsg logger; use --log-console or --log-file"),
            ignored("--notifications-addr", 1, "digests and idle timeouts come over P4Runtime"),
            ignored("--debugger", 0, NO_DEBUGGER),
            ignored("--debugger-addr", 1, NO_DEBUGGER),
            ignored("--log-file-max-size", 1, UNROTATED),
            ignored("--log-file-max-files", 1, UNROTATED),
            ignored("--max-port-count", 1, "every port 0 to 511 may be used"),
            ignored("--disable-swap", 0, SWAPPED),
            ignored("--enable-swap", 0, SWAPPED),
            ignored("--max-mc-groups", 1, UNLIMITED),
            ignored("--max-l1-entries", 1, UNLIMITED),
            ignored("--max-l2-entries", 1, UNLIMITED));

    private static ForeignOption refused(String name, String why) {
      return new ForeignOption(name, 1, true, name + " is not supported: " + why);
    }

    private static ForeignOption ignored(String name, int values, String why) {
      return new ForeignOption(name, values, false, name + " is ignored: " + why);
    }

    OptionSpec declared() {
      return OptionSpec.builder(name)
          .hidden(true)
          .arity(String.valueOf(values))
          .type(values == 0 ? boolean.class : String.class)
          .build();
    }

    /**
     * Returns what to say of it.
     *
     * @throws UserInputException if it cannot be had
     */
    String note() {
      if (refused) {
        throw new UserInputException(why);
      }
      return why;
    }
  }
}
