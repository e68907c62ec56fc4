package io.smartt.emulation.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.smartt.emulation.counters.QueueCounters;
import io.smartt.emulation.counters.QueueCounters.QueueRecord;
import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;

/**
 * The data of {@code report.html} as JSON that may stand inside a script element. Bounded: however
 * many flows there are, the distributions have {@value #MAX_CDF_POINTS} points, the table of flows
 * has the {@value #MAX_FLOW_ROWS} slowest, the unfinished first, and series have wider bins the
 * more there are.
 */
final class ReportData {
  static final int MAX_CDF_POINTS = 1_000;
  static final int MAX_FLOW_ROWS = 10_000;

  /** Bins of all series together, and of one: a chart is about as many pixels wide. */
  private static final int MAX_BINS = 300_000;

  /** A network with more queues has those only that did something; switches.csv has all. */
  private static final int MAX_IDLE_QUEUES = 2_000;

  private static final int MAX_SERIES_BINS = 600;
  static final int MIN_SERIES_BINS = 50;
  private static final int MOST_DECIMALS = 3;

  private static final double PS_PER_US = 1e6;

  private ReportData() {}

  static void write(Writer out, RunResult result, RunSummary summary) throws IOException {
    write(out, result, summary, false);
  }

  /**
   * @param live whether a server adds to it
   */
  static void write(Writer out, RunResult result, RunSummary summary, boolean live)
      throws IOException {
    try (JsonGenerator json = PageTemplate.json(out)) {
      json.writeStartObject();
      if (live) {
        json.writeBooleanField("live", true);
      }
      json.writeFieldName("summary");
      SummaryJson.write(json, summary);
      origin(json, result.identity().origin());
      distributions(json, result.flows());
      slowdownBySize(json, result.flows());
      JobsJson.detail(json, result.jobs());
      flows(json, result);
      series(json, result.samples());
      entropies(json, "entropies", result.samples().entropies());
      topology(json, result.topology());
      queues(json, result);
      json.writeEndObject();
    }
  }

  private static void origin(JsonGenerator json, RunOrigin origin) throws IOException {
    json.writeObjectFieldStart("origin");
    json.writeStringField("command", origin.command());
    json.writeStringField("revision", origin.revision());
    json.writeArrayFieldStart("settings");
    for (RunOrigin.Changed setting : origin.settings()) {
      json.writeStartObject();
      json.writeStringField("key", setting.key());
      json.writeStringField("value", setting.value());
      json.writeStringField("normal", setting.normal());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void distributions(JsonGenerator json, List<FlowRecord> flows) throws IOException {
    List<FlowRecord> finished = flows.stream().filter(FlowRecord::finished).toList();
    json.writeFieldName("measuredUs");
    cdf(json, finished.stream().mapToLong(flow -> flow.completionPs().orElseThrow()).toArray());
    json.writeFieldName("idealUs");
    cdf(json, flows.stream().mapToLong(FlowRecord::idealPs).toArray());
    json.writeFieldName("idleUs");
    cdf(json, flows.stream().flatMapToLong(flow -> flow.idlePs().stream()).toArray());
  }

  private static void slowdownBySize(JsonGenerator json, List<FlowRecord> flows)
      throws IOException {
    json.writeArrayFieldStart("slowdownBySize");
    for (SlowdownBySize group : SlowdownBySize.of(flows)) {
      json.writeStartObject();
      json.writeNumberField("toBytes", group.toBytes());
      json.writeNumberField("flows", group.flows());
      json.writeFieldName("median");
      json.writeNumber(DecimalText.plain(group.median()));
      json.writeFieldName("p95");
      json.writeNumber(DecimalText.plain(group.p95()));
      json.writeFieldName("p99");
      json.writeNumber(DecimalText.plain(group.p99()));
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** Values at evenly spaced ranks from the smallest to the largest. */
  private static void cdf(JsonGenerator json, long[] ps) throws IOException {
    Arrays.sort(ps);
    int points = Math.min(ps.length, MAX_CDF_POINTS);
    json.writeStartArray();
    for (int i = 0; i < points; i++) {
      long rank = points == 1 ? 0 : (long) i * (ps.length - 1) / (points - 1);
      us(json, ps[(int) rank]);
    }
    json.writeEndArray();
  }

  private static void flows(JsonGenerator json, RunResult result) throws IOException {
    List<FlowRecord> flows = result.flows();
    Comparator<FlowRecord> slowestFirst =
        Comparator.comparingDouble((FlowRecord flow) -> flow.slowdown().orElse(Double.MAX_VALUE))
            .reversed();
    List<FlowRecord> shown =
        flows.size() <= MAX_FLOW_ROWS
            ? flows
            : flows.stream().sorted(slowestFirst).limit(MAX_FLOW_ROWS).toList();
    json.writeArrayFieldStart("flows");
    for (FlowRecord flow : shown) {
      flow(json, flow, result.identity().schemeOf(flow));
    }
    json.writeEndArray();
  }

  /** A row of the table of flows. */
  static void flow(JsonGenerator json, FlowRecord flow, String scheme) throws IOException {
    FlowCounters counted = flow.counters();
    json.writeStartObject();
    json.writeNumberField("id", flow.id());
    json.writeStringField("src", flow.src());
    json.writeStringField("dst", flow.dst());
    json.writeStringField("scheme", scheme);
    json.writeNumberField("bytes", flow.bytes());
    json.writeFieldName("startUs");
    us(json, flow.startPs());
    if (flow.finished()) {
      json.writeFieldName("fctUs");
      us(json, flow.completionPs().orElseThrow());
      json.writeFieldName("slowdown");
      json.writeNumber(DecimalText.plain(flow.slowdown().orElseThrow()));
    }
    if (flow.idleSlowdown().isPresent()) {
      json.writeFieldName("idleSlowdown");
      json.writeNumber(DecimalText.plain(flow.idleSlowdown().getAsDouble()));
    }
    if (flow.idlePs().isPresent()) {
      json.writeFieldName("idleUs");
      us(json, flow.idlePs().getAsLong());
    }
    json.writeFieldName("idealUs");
    us(json, flow.idealPs());
    json.writeFieldName("baseRttUs");
    us(json, flow.path().baseRttPs());
    if (counted.known().sender()) {
      json.writeNumberField("retransmissions", counted.retransmissions());
      json.writeNumberField("timeouts", counted.timeouts());
      json.writeNumberField("trims", counted.trims());
      json.writeNumberField("marks", counted.marks());
    }
    json.writeEndObject();
  }

  private static void series(JsonGenerator json, RunSamples samples) throws IOException {
    int bins = seriesBins(samples.series().size());
    json.writeNumberField("seriesLeftOff", samples.leftOff());
    json.writeArrayFieldStart("series");
    for (SampleSeries series : samples.series()) {
      if (series.size() > 0) {
        one(json, series.thinned(bins));
      }
    }
    json.writeEndArray();
  }

  /** Bins of one of so many series. */
  static int seriesBins(int series) {
    return Math.clamp(MAX_BINS / Math.max(1, series), MIN_SERIES_BINS, MAX_SERIES_BINS);
  }

  /** A field with a list: of each flow its looks, each a time and a list of values a state. */
  static void entropies(JsonGenerator json, String field, List<EntropyTrace> traces)
      throws IOException {
    json.writeArrayFieldStart(field);
    for (EntropyTrace trace : traces) {
      json.writeStartObject();
      json.writeNumberField("flow", trace.flow());
      json.writeArrayFieldStart("looks");
      for (int look = 0; look < trace.looks(); look++) {
        json.writeStartArray();
        us(json, trace.timePs(look));
        for (EntropyTrace.State state : EntropyTrace.State.values()) {
          int[] values = trace.values(look, state);
          json.writeArray(values, 0, values.length);
        }
        json.writeEndArray();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void one(JsonGenerator json, SampleSeries series) throws IOException {
    json.writeStartObject();
    seriesFields(json, series, 0);
    json.writeEndObject();
  }

  /** What a series is and its values, without the braces around. */
  static void seriesFields(JsonGenerator json, SampleSeries series, int from) throws IOException {
    json.writeStringField("metric", series.metric().csvName());
    switch (series.subject()) {
      case SampleSubject.Flow flow -> json.writeNumberField("flow", flow.id());
      case SampleSubject.Queue queue -> {
        json.writeStringField("node", queue.switchName());
        json.writeNumberField("port", queue.port());
        json.writeNumberField("queue", queue.queue());
      }
      case SampleSubject.Port port -> {
        json.writeStringField("node", port.node());
        json.writeNumberField("port", port.port());
      }
    }
    json.writeFieldName("startUs");
    us(json, series.startPs(0));
    json.writeFieldName("widthUs");
    us(json, series.widthPs());
    values(json, "mean", series, from, series::mean);
    if (series.metric().hasRange()) {
      values(json, "min", series, from, series::least);
      values(json, "max", series, from, series::largest);
    }
  }

  /** The bins of a series from one on: its number, the first bin, and a list a kind of value. */
  static void bins(JsonGenerator json, int number, SampleSeries series, int from)
      throws IOException {
    json.writeStartArray();
    json.writeNumber(number);
    json.writeNumber(from);
    values(json, series, from, series::mean);
    if (series.metric().hasRange()) {
      values(json, series, from, series::least);
      values(json, series, from, series::largest);
    }
    json.writeEndArray();
  }

  private static void values(
      JsonGenerator json, String name, SampleSeries series, int from, IntToDoubleFunction value)
      throws IOException {
    json.writeFieldName(name);
    values(json, series, from, value);
  }

  /** One value a bin; null where nothing was measured. */
  private static void values(
      JsonGenerator json, SampleSeries series, int from, IntToDoubleFunction value)
      throws IOException {
    json.writeStartArray();
    StringBuilder text = new StringBuilder();
    for (int bin = from; bin < series.size(); bin++) {
      if (series.isEmpty(bin)) {
        json.writeNull();
      } else {
        text.setLength(0);
        DecimalText.append(
            text, value.applyAsDouble(bin), Math.min(MOST_DECIMALS, series.metric().decimals()));
        json.writeNumber(text.toString());
      }
    }
    json.writeEndArray();
  }

  private static void topology(JsonGenerator json, TopologyView topology) throws IOException {
    json.writeArrayFieldStart("nodes");
    for (TopologyView.Node node : topology.nodes()) {
      json.writeStartObject();
      json.writeStringField("name", node.name());
      json.writeBooleanField("host", node.kind() == TopologyView.Kind.HOST);
      json.writeNumberField("tier", node.tier());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("links");
    for (TopologyView.Link link : topology.links()) {
      json.writeStartObject();
      json.writeStringField("a", link.a());
      json.writeNumberField("aPort", link.aPort());
      json.writeStringField("b", link.b());
      json.writeNumberField("bPort", link.bPort());
      json.writeNumberField("rateBps", link.rateBps());
      if (link.condition() != TopologyView.Condition.UP) {
        json.writeStringField("condition", link.condition().name().toLowerCase(Locale.ROOT));
      }
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("limits");
    for (TopologyView.QueueLimits limits : topology.limits()) {
      json.writeStartObject();
      json.writeStringField("node", limits.node());
      json.writeNumberField("port", limits.port());
      json.writeNumberField("queue", limits.queue());
      json.writeNumberField("kminBytes", limits.kminBytes());
      json.writeNumberField("kmaxBytes", limits.kmaxBytes());
      json.writeNumberField("capacityBytes", limits.capacityBytes());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void queues(JsonGenerator json, RunResult result) throws IOException {
    TopologyView.Peers peers = result.topology().peers();
    json.writeArrayFieldStart("queues");
    boolean many = result.queues().size() > MAX_IDLE_QUEUES;
    for (QueueRecord queue : result.queues()) {
      QueueCounters counted = queue.counters();
      if (many && counted.dequeued().packets() == 0 && counted.dropped().packets() == 0) {
        continue;
      }
      json.writeStartObject();
      json.writeStringField("switch", queue.switchName());
      json.writeNumberField("port", queue.port());
      json.writeStringField("peer", peers.of(queue.switchName(), queue.port()).orElse(""));
      json.writeNumberField("queue", queue.queue());
      json.writeNumberField("packets", counted.dequeued().packets());
      json.writeNumberField("bytes", counted.dequeued().bytes());
      json.writeNumberField("trims", counted.trimmed().packets());
      json.writeNumberField("marks", counted.marked().packets());
      json.writeNumberField("drops", counted.dropped().packets());
      json.writeNumberField("maxPackets", counted.maxDepthPackets());
      json.writeNumberField("maxBytes", counted.maxDepthBytes());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** Microseconds to the nanosecond: finer than any chart shows. */
  static void us(JsonGenerator json, long ps) throws IOException {
    json.writeNumber(Math.rint(ps / 1e3) / (PS_PER_US / 1e3));
  }
}
