package io.smartt.emulation.cli.trace;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.base.trace.CaptureCopy;
import io.smartt.base.trace.CaptureInterface;
import io.smartt.base.trace.CaptureReader;
import io.smartt.base.trace.RecordedPacket;
import io.smartt.emulation.cli.results.RowTable;
import io.smartt.emulation.cli.trace.CaptureFormat.CaptureOutput;
import io.smartt.experiment.report.Distribution;
import io.smartt.experiment.report.RunSummary;
import io.smartt.experiment.trace.analysis.CaptureSet;
import io.smartt.experiment.trace.analysis.PortTraffic;
import io.smartt.experiment.trace.analysis.PortTraffic.QueueAnalysis;
import io.smartt.experiment.trace.analysis.TraceAnalysis;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.options.CommandGroup;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

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

  /** {@code smartt trace convert}. */
  @Command(
      name = "convert",
      sortOptions = false,
      header = "Writes a capture in another format: pcap or pcapng, microseconds or nanoseconds.",
      description = {
        "",
        "pcap has no place for interfaces, directions, comments and names; they are left out.",
        ""
      },
      footer = {
        "",
        "Examples:",
        "  smartt trace convert trace.pcapng trace.pcap",
        "  smartt trace convert old.pcap new.pcapng --stamps us"
      })
  static final class TraceConvertCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "FROM", description = "A pcap or pcapng file.")
    private Path from = Path.of("");

    @Parameters(index = "1", paramLabel = "TO", description = "The file to write.")
    private Path to = Path.of("");

    @Mixin private CaptureFormat format = new CaptureFormat();

    TraceConvertCommand(Console console) {
      this.console = console;
    }

    @Override
    public Integer call() {
      if (from.toAbsolutePath().normalize().equals(to.toAbsolutePath().normalize())) {
        throw new UserInputException(to + ": is the input, name another file to write");
      }
      long packets = 0;
      try (CaptureReader reader = CaptureReader.open(from);
          CaptureCopy copy = format.create(to, "of " + from)) {
        int described = 0;
        for (Optional<RecordedPacket> next = reader.next();
            next.isPresent();
            next = reader.next()) {
          for (; described < reader.interfaces().size(); described++) {
            copy.describe(reader.interfaces().get(described));
          }
          copy.packet(next.get(), next.get().interfaceId());
          packets++;
        }
        copy.complete(reader.hostNames());
      }
      console.err().println("smartt: " + to + ": " + RunSummary.grouped(packets) + " packets");
      return 0;
    }
  }

  /** {@code smartt trace queues}. */
  @Command(
      name = "queues",
      sortOptions = false,
      header = "Tells of each interface what passed, and how long packets waited to leave by it.",
      description = {
        "",
        "Where the trace shows a packet coming into a node and leaving it, the time between is its",
        "stay, and what changed was done by the node: trims and marks. Needs directions in the",
        "capture, as 'smartt run --capture' has them, or files NAME_in.pcap and NAME_out.pcap.",
        ""
      },
      footer = {
        "",
        "Examples:",
        "  smartt trace queues trace.pcapng",
        "  smartt trace queues pcaps/s1-eth*_in.pcap pcaps/s1-eth*_out.pcap --csv"
      })
  static final class TraceQueuesCommand implements Callable<Integer> {
    private static final RowTable<PortTraffic> TABLE =
        new RowTable<PortTraffic>()
            .text("interface", "interface", port -> port.port().name())
            .text("in_packets", "in", PortTraffic::packetsIn)
            .hidden("in_bytes", PortTraffic::bytesIn)
            .text("out_packets", "out", PortTraffic::packetsOut)
            .hidden("out_bytes", PortTraffic::bytesOut)
            .text("trimmed_packets", "trims", PortTraffic::trims)
            .text("marked_packets", "marks", PortTraffic::marks)
            .hidden("stays", port -> (long) port.stays())
            .time("stay_min_us", "stay min", port -> port.stayUs().map(Distribution::min))
            .time("stay_median_us", "median", port -> port.stayUs().map(Distribution::median))
            .time("stay_p99_us", "p99", port -> port.stayUs().map(Distribution::p99))
            .time("stay_max_us", "max", port -> port.stayUs().map(Distribution::max))
            .text("max_bytes", "most bytes", PortTraffic::maxBytesInside);

    private final Console console;

    @Mixin private TraceFiles files = new TraceFiles();

    @Mixin private RowTable.RowFormat format = new RowTable.RowFormat();

    TraceQueuesCommand(Console console) {
      this.console = console;
    }

    @Override
    public Integer call() {
      QueueAnalysis queues;
      try (CaptureSet captures = files.open(console)) {
        queues = new QueueAnalysis(captures);
        TraceAnalysis.of(captures, queues);
      }
      console.show(format.text(TABLE, queues.ports()));
      if (queues.undirected() > 0) {
        console
            .err()
            .println(
                "smartt: nothing says of "
                    + RunSummary.grouped(queues.undirected())
                    + " packets whether they came in or went out; they are left out");
      }
      return 0;
    }
  }

  /** {@code smartt trace merge}. */
  @Command(
      name = "merge",
      sortOptions = false,
      header = "Merges captures of several hosts into one file, by time.",
      description = {
        "",
        "Each interface keeps its name, or gets that of its file; where two have the same name, the",
        "file's comes before it. Files NAME_in.pcap and NAME_out.pcap are one interface. Clocks are",
        "taken for what they say.",
        ""
      },
      footer = {"", "Example:", "  smartt trace merge h1.pcap h2.pcap -o both.pcapng"})
  static final class TraceMergeCommand implements Callable<Integer> {
    private final Console console;

    @Mixin private TraceFiles files = new TraceFiles();

    @Mixin private CaptureOutput output = new CaptureOutput();

    TraceMergeCommand(Console console) {
      this.console = console;
    }

    @Override
    public Integer call() {
      Path file = output.file();
      for (Path input : files.paths()) {
        if (input.toAbsolutePath().normalize().equals(file.toAbsolutePath().normalize())) {
          throw new UserInputException(file + ": is an input, name another file to write");
        }
      }
      long packets = 0;
      try (CaptureSet captures = files.open(console);
          CaptureCopy copy = output.create("of " + files.paths())) {
        int described = 0;
        for (Optional<CaptureSet.Sighting> next = captures.next();
            next.isPresent();
            next = captures.next()) {
          for (; described < captures.interfaces().size(); described++) {
            CaptureSet.TracedInterface each = captures.interfaces().get(described);
            copy.describe(new CaptureInterface(each.name(), "", each.rateBps()));
          }
          copy.packet(next.get().seen(), next.get().interfaceId());
          packets++;
        }
        copy.complete(captures.hostNames());
      }
      console.err().println("smartt: " + file + ": " + RunSummary.grouped(packets) + " packets");
      return 0;
    }
  }
}
