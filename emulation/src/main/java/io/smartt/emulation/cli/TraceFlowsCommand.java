package io.smartt.emulation.cli;

import io.smartt.emulation.report.CsvWriter;
import io.smartt.emulation.report.WholeFile;
import io.smartt.emulation.trace.analysis.CaptureSet;
import io.smartt.emulation.trace.analysis.FlowObserver;
import io.smartt.emulation.trace.analysis.FlowSeries;
import io.smartt.emulation.trace.analysis.TraceAnalysis;
import io.smartt.emulation.trace.analysis.TracedConnection;
import io.smartt.emulation.trace.analysis.TracedFlow;
import io.smartt.emulation.trace.analysis.TracedMessage;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code smartt trace flows}. */
@Command(
    name = "flows",
    sortOptions = false,
    header = "Lists the flows of a trace, worked out from packets alone.",
    description = {
      "",
      "One row a message: when it began and ended at its sender, data packets, what was sent again,",
      "trims and marks that came back, round-trip times. Seen from the sender's card, or from the",
      "point of the trace that is nearest to it.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  smartt trace flows trace.pcapng",
      "  smartt trace flows trace.pcapng --csv > flows.csv",
      "  smartt trace flows h1.pcap h2.pcap --series windows.csv"
    })
final class TraceFlowsCommand implements Callable<Integer> {
  private static final List<String> COLUMNS =
      List.of(
          "flow",
          "src",
          "dst",
          "size_bytes",
          "start_us",
          "finish_us",
          "fct_us",
          "packets_sent",
          "retransmissions",
          "timeouts",
          "trims",
          "marks",
          "rtt_min_us",
          "rtt_median_us",
          "rtt_p99_us",
          "rtt_max_us",
          "connection",
          "complete");

  private final Console console;

  @Mixin private TraceFiles files = new TraceFiles();

  @Mixin private RowFormat format = new RowFormat();

  @Option(
      names = "--series",
      paramLabel = "FILE.csv",
      description = "Writes bytes in flight and round-trip times over time, by connection.")
  private @Nullable Path series;

  @Mixin
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private Help help = new Help();

  TraceFlowsCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    Map<Integer, FlowSeries> curves = new TreeMap<>();
    TraceAnalysis.Watch watch =
        series == null
            ? TraceAnalysis.Watch.NONE
            : new TraceAnalysis.Watch() {
              @Override
              public FlowObserver observer(TracedConnection.Peers peers) {
                FlowSeries curve = new FlowSeries();
                curves.put(peers.number(), curve);
                return curve;
              }
            };
    List<TracedFlow> flows;
    try (CaptureSet captures = files.open()) {
      flows = TracedFlow.of(TraceAnalysis.of(captures, watch), captures.hostNames());
    }
    List<Map<String, Object>> rows = flows.stream().map(TraceFlowsCommand::row).toList();
    console.out().print(format.text(COLUMNS, rows, TraceFlowsCommand::table));
    console.out().flush();
    Optional.ofNullable(series)
        .ifPresent(file -> WholeFile.write(file, out -> series(out, curves)));
    return 0;
  }

  private static Map<String, Object> row(TracedFlow flow) {
    TracedMessage message = flow.message();
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("flow", flow.number());
    row.put("src", flow.source());
    row.put("dst", flow.destination());
    row.put("size_bytes", message.bytes());
    row.put("start_us", message.startPs() / 1e6);
    row.put("finish_us", us(message.finishPs()));
    row.put("fct_us", us(message.completionPs()));
    row.put("packets_sent", message.packets());
    row.put("retransmissions", message.retransmissions());
    row.put("timeouts", message.timeouts());
    row.put("trims", message.trims());
    row.put("marks", message.marks());
    row.put("rtt_min_us", message.rttUs(0));
    row.put("rtt_median_us", message.rttUs(0.5));
    row.put("rtt_p99_us", message.rttUs(0.99));
    row.put("rtt_max_us", message.rttUs(1));
    row.put("connection", flow.connection().number());
    row.put("complete", message.finishPs().isPresent());
    return row;
  }

  private static OptionalDouble us(OptionalLong ps) {
    return ps.isPresent() ? OptionalDouble.of(ps.getAsLong() / 1e6) : OptionalDouble.empty();
  }

  private static TextTable table(List<Map<String, Object>> rows) {
    TextTable table =
        new TextTable(
            "flow",
            "from",
            "to",
            "size",
            "start",
            "completion",
            "packets",
            "again",
            "timeouts",
            "trims",
            "marks",
            "RTT min",
            "median",
            "p99");
    for (Map<String, Object> row : rows) {
      table.row(
          Cells.text(row, "flow"),
          Cells.text(row, "src"),
          Cells.text(row, "dst"),
          Cells.bytes(row, "size_bytes"),
          Cells.time(row, "start_us"),
          Cells.time(row, "fct_us"),
          Cells.text(row, "packets_sent"),
          Cells.text(row, "retransmissions"),
          Cells.text(row, "timeouts"),
          Cells.text(row, "trims"),
          Cells.text(row, "marks"),
          Cells.time(row, "rtt_min_us"),
          Cells.time(row, "rtt_median_us"),
          Cells.time(row, "rtt_p99_us"));
    }
    return table;
  }

  private static void series(Writer out, Map<Integer, FlowSeries> curves) throws IOException {
    CsvWriter csv = new CsvWriter(out);
    csv.fields("metric", "connection", "time_us", "value").endRow();
    for (Map.Entry<Integer, FlowSeries> curve : curves.entrySet()) {
      points(csv, "in_flight_bytes", curve.getKey(), curve.getValue().inFlightBytes(), 1);
      points(csv, "rtt_us", curve.getKey(), curve.getValue().rttPs(), 1e6);
    }
    csv.flush();
  }

  private static void points(
      CsvWriter csv, String metric, int connection, FlowSeries.Points points, double unit)
      throws IOException {
    for (int i = 0; i < points.size(); i++) {
      csv.field(metric).field(connection).field(points.timePs(i) / 1e6);
      csv.field(points.value(i) / unit).endRow();
    }
  }
}
