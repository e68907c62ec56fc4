package io.smartt.emulation.cli.trace;

import module java.base;

import io.smartt.emulation.cli.results.HumanFormat;
import io.smartt.emulation.cli.results.Json;
import io.smartt.experiment.report.Distribution;
import io.smartt.experiment.report.RunSummary;
import io.smartt.experiment.trace.analysis.CaptureSet;
import io.smartt.experiment.trace.analysis.FrameView.FrameKind;
import io.smartt.experiment.trace.analysis.TraceAnalysis;
import io.smartt.experiment.trace.analysis.TracedConnection.TracedFlow;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.options.JsonOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code smartt trace summary}. */
@Command(
    name = "summary",
    sortOptions = false,
    header = "Tells what is in a trace: packets by kind, flows, trims, marks, round-trip times.",
    description = "",
    footer = {"", "Example:", "  smartt trace summary runs/*/trace.pcapng"})
final class TraceSummaryCommand implements Callable<Integer> {
  /** The words for each key of the JSON. */
  private static final Map<String, String> WORDS =
      Map.ofEntries(
          Map.entry("bytes", "bytes on the wire"),
          Map.entry("first", "first packet"),
          Map.entry("spanUs", "time from first to last"),
          Map.entry("marked", "packets with ECN CE"),
          Map.entry("cut", "packets cut to headers"),
          Map.entry("stepsBack", "stamps out of order"),
          Map.entry("answersWithoutData", "answers without data"),
          Map.entry("flows count", "flows"),
          Map.entry("flows finished", "flows finished"),
          Map.entry("fctUs", "completion time"),
          Map.entry("rttUs", "round-trip time"),
          Map.entry("dataPackets", "data packets sent"));

  private final Console console;

  @Mixin private TraceFiles files = new TraceFiles();

  @Mixin private JsonOption json = new JsonOption();

  TraceSummaryCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    Map<String, Object> summary;
    try (CaptureSet captures = files.open(console)) {
      TraceAnalysis analysis = TraceAnalysis.of(captures, TraceAnalysis.Watch.NONE);
      summary = summary(analysis, captures);
    }
    console.show(json.wanted() ? Json.pretty(summary) : text(summary));
    return 0;
  }

  private Map<String, Object> summary(TraceAnalysis analysis, CaptureSet captures) {
    List<TracedFlow> flows = TracedFlow.of(analysis, captures.hostNames());
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("files", files.paths().stream().map(String::valueOf).toList());
    summary.put("interfaces", captures.interfaces().size());
    summary.put("packets", analysis.packets());
    summary.put("bytes", analysis.wireBytes());
    summary.put("first", Instant.EPOCH.plusNanos(analysis.firstNs()).toString());
    summary.put("spanUs", analysis.spanPs() / 1e6);
    Map<String, Object> kinds = new LinkedHashMap<>();
    for (FrameKind kind : FrameKind.values()) {
      long count = analysis.frames().getOrDefault(kind, 0L);
      if (count > 0) {
        kinds.put(kind.key(), count);
      }
    }
    summary.put("kinds", kinds);
    summary.put("marked", analysis.markedPackets());
    summary.put("cut", analysis.cutPackets());
    summary.put("stepsBack", analysis.stepsBack());
    summary.put("connections", analysis.connections().size());
    summary.put("answersWithoutData", analysis.orphanAnswers());
    Map<String, Object> counted = new LinkedHashMap<>();
    counted.put("count", flows.size());
    counted.put("finished", flows.stream().filter(f -> f.message().finishPs().isPresent()).count());
    summary.put("flows", counted);
    summary.put("fctUs", fct(flows));
    summary.put("rttUs", rtt(flows));
    summary.put("dataPackets", sum(flows, f -> f.message().packets()));
    summary.put("retransmissions", sum(flows, f -> f.message().retransmissions()));
    summary.put("timeouts", sum(flows, f -> f.message().timeouts()));
    summary.put("trims", sum(flows, f -> f.message().trims()));
    summary.put("marks", sum(flows, f -> f.message().marks()));
    return summary;
  }

  private static long sum(List<TracedFlow> flows, ToLongFunction<TracedFlow> of) {
    return flows.stream().mapToLong(of).sum();
  }

  private static Optional<Distribution> fct(List<TracedFlow> flows) {
    return Distribution.of(
        flows.stream()
            .flatMapToLong(flow -> flow.message().completionPs().stream())
            .mapToDouble(ps -> ps / 1e6)
            .toArray());
  }

  private static Optional<Distribution> rtt(List<TracedFlow> flows) {
    return Distribution.of(
        flows.stream()
            .flatMapToLong(flow -> Arrays.stream(flow.message().rttsPs()))
            .mapToDouble(ps -> ps / 1e6)
            .toArray());
  }

  private static String text(Map<String, Object> summary) {
    List<String> lines = new ArrayList<>();
    summary.forEach((key, value) -> {
      if (value instanceof Map<?, ?> parts) {
        parts.forEach((part, count) ->
            lines.add(line(key.equals("kinds") ? "packets: " + part : key + " " + part, count)));
      } else if (value instanceof Optional<?> distribution) {
        lines.add(
            line(
                key,
                distribution
                    .map(Distribution.class::cast)
                    .map(TraceSummaryCommand::times)
                    .orElse("-")));
      } else if (key.equals("spanUs") && value instanceof Double us) {
        lines.add(line(key, HumanFormat.time(us)));
      } else {
        lines.add(line(key, value));
      }
    });
    return String.join(System.lineSeparator(), lines) + System.lineSeparator();
  }

  private static String times(Distribution us) {
    return String.format(
        Locale.ROOT,
        "min %.3f us, median %.3f us, p99 %.3f us, max %.3f us",
        us.min(),
        us.median(),
        us.p99(),
        us.max());
  }

  private static String line(String key, Object value) {
    Object shown =
        value instanceof Long number
            ? RunSummary.grouped(number)
            : value instanceof Integer number
                ? RunSummary.grouped(number)
                : value instanceof List<?> list
                    ? String.join(", ", list.stream().map(String::valueOf).toList())
                    : value;
    return String.format(Locale.ROOT, "%-25s %s", WORDS.getOrDefault(key, key), shown);
  }
}
