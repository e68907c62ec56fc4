package io.smartt.emulation.cli.trace;

import io.smartt.emulation.cli.results.HumanFormat;
import io.smartt.emulation.cli.results.RowFormat;
import io.smartt.emulation.cli.results.RowTable;
import io.smartt.experiment.report.Distribution;
import io.smartt.experiment.trace.analysis.CaptureSet;
import io.smartt.experiment.trace.analysis.PortTraffic;
import io.smartt.experiment.trace.analysis.QueueAnalysis;
import io.smartt.experiment.trace.analysis.TraceAnalysis;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.options.Help;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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
final class TraceQueuesCommand implements Callable<Integer> {
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

  @Mixin private RowFormat format = new RowFormat();

  @Mixin
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private Help help = new Help();

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
    console.out().print(format.text(TABLE, queues.ports()));
    console.out().flush();
    if (queues.undirected() > 0) {
      console
          .err()
          .println(
              "smartt: nothing says of "
                  + HumanFormat.count(queues.undirected())
                  + " packets whether they came in or went out; they are left out");
    }
    return 0;
  }
}
