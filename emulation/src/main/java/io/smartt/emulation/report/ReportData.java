package io.smartt.emulation.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.smartt.emulation.counters.QueueCounters;
import io.smartt.emulation.counters.QueueRecord;
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
  static final int MAX_FLOW_ROWS = 2_000;

  /** Bins of all series together, and of one: a chart is about as many pixels wide. */
  private static final int MAX_BINS = 300_000;

  private static final int MAX_SERIES_BINS = 600;
  private static final int MIN_SERIES_BINS = 50;
  private static final int MOST_DECIMALS = 3;

  private static final double PS_PER_US = 1e6;

  private ReportData() {}

  static void write(Writer out, RunResult result, RunSummary summary) throws IOException {
    try (JsonGenerator json = PageTemplate.json(out)) {
      json.writeStartObject();
      json.writeFieldName("summary");
      SummaryJson.write(json, summary);
      distributions(json, result.flows());
      slowdownBySize(json, result.flows());
      JobsJson.detail(json, result.jobs());
      flows(json, result.flows());
      series(json, result.samples());
      topology(json, result.topology());
      queues(json, result);
      json.writeEndObject();
    }
  }

  private static void distributions(JsonGenerator json, List<FlowRecord> flows) throws IOException {
    List<FlowRecord> finished = flows.stream().filter(FlowRecord::finished).toList();
    json.writeFieldName("measuredUs");
    cdf(json, finished.stream().mapToLong(flow -> flow.completionPs().orElseThrow()).toArray());
    json.writeFieldName("idealUs");
    cdf(json, flows.stream().mapToLong(FlowRecord::idealPs).toArray());
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

  private static void flows(JsonGenerator json, List<FlowRecord> flows) throws IOException {
    Comparator<FlowRecord> slowestFirst =
        Comparator.comparingDouble((FlowRecord flow) -> flow.slowdown().orElse(Double.MAX_VALUE))
            .reversed();
    List<FlowRecord> shown =
        flows.size() <= MAX_FLOW_ROWS
            ? flows
            : flows.stream().sorted(slowestFirst).limit(MAX_FLOW_ROWS).toList();
    json.writeArrayFieldStart("flows");
    for (FlowRecord flow : shown) {
      FlowCounters counted = flow.counters();
      json.writeStartObject();
      json.writeNumberField("id", flow.id());
      json.writeStringField("src", flow.src());
      json.writeStringField("dst", flow.dst());
      json.writeNumberField("bytes", flow.bytes());
      json.writeFieldName("startUs");
      us(json, flow.startPs());
      if (flow.finished()) {
        json.writeFieldName("fctUs");
        us(json, flow.completionPs().orElseThrow());
        json.writeFieldName("slowdown");
        json.writeNumber(DecimalText.plain(flow.slowdown().orElseThrow()));
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
    json.writeEndArray();
  }

  private static void series(JsonGenerator json, RunSamples samples) throws IOException {
    int bins =
        Math.clamp(
            MAX_BINS / Math.max(1, samples.series().size()), MIN_SERIES_BINS, MAX_SERIES_BINS);
    json.writeNumberField("seriesLeftOff", samples.leftOff());
    json.writeArrayFieldStart("series");
    for (SampleSeries series : samples.series()) {
      if (series.size() > 0) {
        one(json, series.thinned(bins));
      }
    }
    json.writeEndArray();
  }

  private static void one(JsonGenerator json, SampleSeries series) throws IOException {
    json.writeStartObject();
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
    values(json, "mean", series, series::mean);
    if (series.metric().hasRange()) {
      values(json, "min", series, series::least);
      values(json, "max", series, series::largest);
    }
    json.writeEndObject();
  }

  /** One value a bin; null where nothing was measured. */
  private static void values(
      JsonGenerator json, String name, SampleSeries series, IntToDoubleFunction value)
      throws IOException {
    json.writeArrayFieldStart(name);
    StringBuilder text = new StringBuilder();
    for (int bin = 0; bin < series.size(); bin++) {
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
    for (QueueRecord queue : result.queues()) {
      QueueCounters counted = queue.counters();
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
  private static void us(JsonGenerator json, long ps) throws IOException {
    json.writeNumber(Math.rint(ps / 1e3) / (PS_PER_US / 1e3));
  }
}
