package io.smartt.experiment.report;

import module java.base;

import com.fasterxml.jackson.core.JsonGenerator;
import io.smartt.base.counters.QueueCounters.QueueRecord;
import io.smartt.experiment.report.RunIdentity.RunOrigin;

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

  private static final Table<RunOrigin.Changed> SETTINGS =
      Table.<RunOrigin.Changed>shown("")
          .text("", "key", RunOrigin.Changed::key)
          .text("", "value", RunOrigin.Changed::value)
          .text("", "normal", RunOrigin.Changed::normal);

  static final Table<TopologyView.Link> LINKS =
      Table.<TopologyView.Link>shown("")
          .text("", "a", TopologyView.Link::a)
          .whole("", "aPort", TopologyView.Link::aPort)
          .text("", "b", TopologyView.Link::b)
          .whole("", "bPort", TopologyView.Link::bPort)
          .whole("", "rateBps", TopologyView.Link::rateBps)
          .text("", "condition", link -> broken(link.condition()));

  static final Table<TopologyView.QueueLimits> LIMITS =
      Table.<TopologyView.QueueLimits>shown("")
          .text("", "node", TopologyView.QueueLimits::node)
          .whole("", "port", TopologyView.QueueLimits::port)
          .whole("", "queue", TopologyView.QueueLimits::queue)
          .whole("", "kminBytes", TopologyView.QueueLimits::kminBytes)
          .whole("", "kmaxBytes", TopologyView.QueueLimits::kmaxBytes)
          .whole("", "capacityBytes", TopologyView.QueueLimits::capacityBytes);

  private ReportData() {}

  private static Optional<String> broken(TopologyView.Condition condition) {
    return condition == TopologyView.Condition.UP
        ? Optional.empty()
        : Optional.of(condition.name().toLowerCase(Locale.ROOT));
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
      RunTables.SLOWDOWN_BY_SIZE
          .with(SlowdownBySize.of(result.flows()))
          .json(json, "slowdownBySize");
      RunTables.RANKS.with(first(result.jobs().ranks())).json(json, "ranks");
      RunTables.CRITICAL_PATH.with(first(result.jobs().criticalPaths())).json(json, "criticalPath");
      flows(json, result);
      series(json, result.samples());
      entropies(json, result.samples().entropies());
      topology(json, result.topology());
      queues(json, result);
      json.writeEndObject();
    }
  }

  private static void origin(JsonGenerator json, RunOrigin origin) throws IOException {
    json.writeObjectFieldStart("origin");
    json.writeStringField("command", origin.command());
    json.writeStringField("revision", origin.revision());
    SETTINGS.with(origin.settings()).json(json, "settings");
    json.writeEndObject();
  }

  private static void distributions(JsonGenerator json, List<FlowRecord> flows) throws IOException {
    List<FlowRecord> finished = flows.stream().filter(FlowRecord::finished).toList();
    json.writeFieldName("measuredUs");
    cdf(json, finished.stream().mapToLong(flow -> flow.completionPs().orElseThrow()).toArray());
    json.writeFieldName("idealUs");
    cdf(json, flows.stream().mapToLong(FlowRecord::idealPs).toArray());
    json.writeFieldName("idleUs");
    cdf(json, flows.stream().flatMapToLong(flow -> flow.path().idlePs().stream()).toArray());
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
    RunTables.flows(result.identity()).with(shown).json(json, "flows");
  }

  private static <T> List<T> first(List<T> all) {
    return all.subList(0, Math.min(all.size(), SummaryJson.MOST_JOB_ROWS));
  }

  private static void series(JsonGenerator json, RunSamples samples) throws IOException {
    int bins = seriesBins(samples.series().size());
    json.writeNumberField("seriesLeftOff", samples.leftOff());
    json.writeArrayFieldStart("series");
    for (SampleSeries series : samples.series()) {
      if (series.size() > 0) {
        json.writeStartObject();
        seriesFields(json, series.thinned(bins), 0);
        json.writeEndObject();
      }
    }
    json.writeEndArray();
  }

  /** Bins of one of so many series. */
  static int seriesBins(int series) {
    return Math.clamp(MAX_BINS / Math.max(1, series), MIN_SERIES_BINS, MAX_SERIES_BINS);
  }

  /** A field with a list: of each flow its looks, each a time and a list of values a state. */
  static void entropies(JsonGenerator json, List<EntropyTrace> traces) throws IOException {
    json.writeArrayFieldStart("entropies");
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

  /** Writes what a series is and its values, without the braces around. */
  static void seriesFields(JsonGenerator json, SampleSeries series, int from) throws IOException {
    RunTables.Bin.labels(json, series);
    values(json, "mean", series, from, series::mean);
    if (series.metric().hasRange()) {
      values(json, "min", series, from, series::least);
      values(json, "max", series, from, series::largest);
    }
  }

  private static void values(
      JsonGenerator json, String name, SampleSeries series, int from, IntToDoubleFunction value)
      throws IOException {
    json.writeFieldName(name);
    values(json, series, from, value);
  }

  /** One value a bin; null where nothing was measured. */
  static void values(JsonGenerator json, SampleSeries series, int from, IntToDoubleFunction value)
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
    LINKS.with(topology.links()).json(json, "links");
    LIMITS.with(topology.limits()).json(json, "limits");
  }

  private static void queues(JsonGenerator json, RunResult result) throws IOException {
    boolean many = result.queues().size() > MAX_IDLE_QUEUES;
    List<RunTables.PortRow> rows =
        RunTables.ports(result.queues(), List.of(), result.topology()).stream()
            .filter(row ->
                row.queue()
                    .map(QueueRecord::counters)
                    .filter(counted ->
                        !many
                            || counted.dequeued().packets() > 0
                            || counted.dropped().packets() > 0)
                    .isPresent())
            .toList();
    RunTables.SWITCHES.with(rows).json(json, "queues");
  }

  /** Microseconds to the nanosecond: finer than any chart shows. */
  static void us(JsonGenerator json, long ps) throws IOException {
    json.writeNumber(Math.rint(ps / 1e3) / (PS_PER_US / 1e3));
  }
}
