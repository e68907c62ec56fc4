package io.smartt.emulation.cli.switches;

import io.smartt.emulation.cli.console.Console;
import io.smartt.emulation.cli.options.CommandGroup;
import io.smartt.emulation.cli.options.Help;
import io.smartt.emulation.cli.options.Version;
import io.smartt.emulation.softswitch.process.SwitchProcess;
import io.smartt.emulation.softswitch.process.SwitchRequest;
import java.time.Clock;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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
      "  sudo smartt switch -i 1@s1-eth1 --no-p4 --device-id 1 -- --grpc-server-addr 127.0.0.1:50051 --cpu-port 255",
      "  smartt switch -i 1@in.pcap -i 2@other.pcap prog.json --exit-when-done",
      "  smartt switch ctl queues --watch",
      "",
      "Runs until it gets SIGINT or SIGTERM. Interfaces need root or the capability CAP_NET_RAW."
    })
public final class SwitchCommand implements Callable<Integer> {
  private static final long GRACE_S = 5;

  private final Console console;

  @Mixin private SwitchOptions options = new SwitchOptions();
  @Mixin private ForeignSwitchOptions foreign = new ForeignSwitchOptions();

  @Option(names = "--json-version", description = "Says which BMv2 JSON is understood, and ends.")
  private boolean jsonVersion;

  @Option(
      names = {"-v", "--version"},
      description = "Says which version this is, and ends.")
  private boolean version;

  @Mixin
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private Help help = new Help();

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
    try {
      boolean inTime = stopped.await(GRACE_S, TimeUnit.SECONDS);
      if (!inTime) {
        System.err.println("smartt: the switch did not stop in " + GRACE_S + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

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
  private static final class SwitchCtlCommand extends CommandGroup {
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
}
