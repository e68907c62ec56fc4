package io.smartt.emulation.cli.trace;

import module java.base;

import io.smartt.base.output.WholeFile;
import io.smartt.emulation.cli.results.RowTable;
import io.smartt.experiment.report.Table;
import io.smartt.experiment.trace.analysis.CaptureSet;
import io.smartt.experiment.trace.analysis.FlowSeries;
import io.smartt.experiment.trace.analysis.TraceAnalysis;
import io.smartt.experiment.trace.analysis.TracedConnection;
import io.smartt.experiment.trace.analysis.TracedConnection.TracedFlow;
import io.smartt.switchd.console.Console;
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
      "One row a message: when it began and ended at its sender, data packets, what was sent"
          + " again,",
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
  private static final RowTable<TracedFlow> TABLE =
      new RowTable<TracedFlow>()
          .text("flow", "flow", TracedFlow::number)
          .text("src", "from", TracedFlow::source)
          .text("dst", "to", TracedFlow::destination)
          .bytes("size_bytes", "size", flow -> flow.message().bytes())
          .time("start_us", "start", flow -> flow.message().startPs() / 1e6)
          .hidden("finish_us", flow -> TraceReplayCommand.us(flow.message().finishPs()))
          .time(
              "fct_us", "completion", flow -> TraceReplayCommand.us(flow.message().completionPs()))
          .text("packets_sent", "packets", flow -> flow.message().packets())
          .text("retransmissions", "again", flow -> flow.message().retransmissions())
          .text("timeouts", "timeouts", flow -> flow.message().timeouts())
          .text("trims", "trims", flow -> flow.message().trims())
          .text("marks", "marks", flow -> flow.message().marks())
          .time("rtt_min_us", "RTT min", flow -> flow.message().rttUs(0))
          .time("rtt_median_us", "median", flow -> flow.message().rttUs(0.5))
          .time("rtt_p99_us", "p99", flow -> flow.message().rttUs(0.99))
          .hidden("rtt_max_us", flow -> flow.message().rttUs(1))
          .hidden("connection", flow -> flow.connection().number())
          .hidden("complete", flow -> flow.message().finishPs().isPresent());

  private static final Table<Point> SERIES =
      Table.<Point>csv()
          .column("metric", Point::metric)
          .column("connection", Point::connection)
          .column("time_us", Point::timeUs)
          .column("value", Point::value);

  private record Point(String metric, int connection, double timeUs, double value) {}

  private final Console console;

  @Mixin private TraceFiles files = new TraceFiles();

  @Mixin private RowTable.RowFormat format = new RowTable.RowFormat();

  @Option(
      names = "--series",
      paramLabel = "FILE.csv",
      description = "Writes bytes in flight and round-trip times over time, by connection.")
  private @Nullable Path series;

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
              public TraceAnalysis.FlowObserver observer(TracedConnection.Peers peers) {
                FlowSeries curve = new FlowSeries();
                curves.put(peers.number(), curve);
                return curve;
              }
            };
    List<TracedFlow> flows;
    try (CaptureSet captures = files.open(console)) {
      flows = TracedFlow.of(TraceAnalysis.of(captures, watch), captures.hostNames());
    }
    console.show(format.text(TABLE, flows));
    Optional.ofNullable(series)
        .ifPresent(file ->
            WholeFile.write(
                file,
                out ->
                    SERIES.write(
                        out, curves.entrySet().stream().flatMap(TraceFlowsCommand::points))));
    return 0;
  }

  private static Stream<Point> points(Map.Entry<Integer, FlowSeries> curve) {
    int connection = curve.getKey();
    return Stream.concat(
        points("in_flight_bytes", connection, curve.getValue().inFlightBytes(), 1),
        points("rtt_us", connection, curve.getValue().rttPs(), 1e6));
  }

  private static Stream<Point> points(
      String metric, int connection, FlowSeries.Points points, double unit) {
    return IntStream.range(0, points.size())
        .mapToObj(
            i -> new Point(metric, connection, points.timePs(i) / 1e6, points.value(i) / unit));
  }
}
