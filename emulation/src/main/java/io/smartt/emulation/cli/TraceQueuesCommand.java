package io.smartt.emulation.cli;

import io.smartt.emulation.report.Distribution;
import io.smartt.emulation.trace.analysis.CaptureSet;
import io.smartt.emulation.trace.analysis.PortTraffic;
import io.smartt.emulation.trace.analysis.QueueAnalysis;
import io.smartt.emulation.trace.analysis.TraceAnalysis;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  private static final List<String> COLUMNS =
      List.of(
          "interface",
          "in_packets",
          "in_bytes",
          "out_packets",
          "out_bytes",
          "trimmed_packets",
          "marked_packets",
          "stays",
          "stay_min_us",
          "stay_median_us",
          "stay_p99_us",
          "stay_max_us",
          "max_bytes");

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
    try (CaptureSet captures = files.open()) {
      queues = new QueueAnalysis(captures);
      TraceAnalysis.of(captures, queues);
    }
    List<Map<String, Object>> rows = queues.ports().stream().map(TraceQueuesCommand::row).toList();
    console.out().print(format.text(COLUMNS, rows, TraceQueuesCommand::table));
    console.out().flush();
    if (queues.undirected() > 0) {
      console
          .err()
          .println(
              "smartt: nothing says of "
                  + Amounts.count(queues.undirected())
                  + " packets whether they came in or went out; they are left out");
    }
    return 0;
  }

  private static Map<String, Object> row(PortTraffic port) {
    Optional<Distribution> stay = port.stayUs();
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("interface", port.port().name());
    row.put("in_packets", port.packetsIn());
    row.put("in_bytes", port.bytesIn());
    row.put("out_packets", port.packetsOut());
    row.put("out_bytes", port.bytesOut());
    row.put("trimmed_packets", port.trims());
    row.put("marked_packets", port.marks());
    row.put("stays", (long) port.stays());
    row.put("stay_min_us", stay.map(Distribution::min));
    row.put("stay_median_us", stay.map(Distribution::median));
    row.put("stay_p99_us", stay.map(Distribution::p99));
    row.put("stay_max_us", stay.map(Distribution::max));
    row.put("max_bytes", port.maxBytesInside());
    return row;
  }

  private static TextTable table(List<Map<String, Object>> rows) {
    TextTable table =
        new TextTable(
            "interface",
            "in",
            "out",
            "trims",
            "marks",
            "stay min",
            "median",
            "p99",
            "max",
            "most bytes");
    for (Map<String, Object> row : rows) {
      table.row(
          Cells.text(row, "interface"),
          Cells.text(row, "in_packets"),
          Cells.text(row, "out_packets"),
          Cells.text(row, "trimmed_packets"),
          Cells.text(row, "marked_packets"),
          Cells.time(row, "stay_min_us"),
          Cells.time(row, "stay_median_us"),
          Cells.time(row, "stay_p99_us"),
          Cells.time(row, "stay_max_us"),
          Cells.text(row, "max_bytes"));
    }
    return table;
  }
}
