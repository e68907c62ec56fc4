package io.smartt.experiment.report;

import module java.base;

import com.fasterxml.jackson.core.JsonGenerator;

/**
 * One value of all flows together over time: their sum, and quantiles over those that have a value.
 * Time is in frames of equal width, as those of {@link SampleFrames}. What was computed is kept,
 * but for the last frames: a series goes on at its end.
 */
public final class FlowBands {
  /** The values that flows have. */
  static final Set<Metric> METRICS =
      EnumSet.of(
          Metric.CWND,
          Metric.RTT,
          Metric.GOODPUT,
          Metric.IN_FLIGHT,
          Metric.ENTROPIES,
          Metric.AVOIDED);

  /** Frames at the end that may still change: flows are not all equally far. */
  private static final int UNSETTLED = 4;

  private static final double[] SHARES = {0.01, 0.25, 0.5, 0.75, 0.99};
  private static final int MOST_DECIMALS = 3;

  private final Metric metric;
  private final List<Frame> frames = new ArrayList<>();
  private long first;
  private long widthPs;

  /**
   * The bands of all flows in one frame.
   *
   * @param bands one a share; empty if no flow has a value
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  private record Frame(double total, double[] bands) {}

  FlowBands(Metric metric) {
    this.metric = metric;
  }

  /**
   * Brings it up to date.
   *
   * @param all the series of its metric
   */
  void update(List<SampleSeries> all) {
    List<SampleSeries> begun = all.stream().filter(series -> series.size() > 0).toList();
    if (begun.isEmpty()) {
      frames.clear();
      return;
    }
    long fromPs = Long.MAX_VALUE;
    long toPs = 0;
    long narrowestPs = Long.MAX_VALUE;
    for (SampleSeries series : begun) {
      fromPs = Math.min(fromPs, series.startPs(0));
      toPs = Math.max(toPs, series.startPs(series.size()));
      narrowestPs = Math.min(narrowestPs, series.widthPs());
    }
    long newWidthPs = SampleFrames.width(fromPs, toPs, narrowestPs);
    if (newWidthPs != widthPs || fromPs / newWidthPs != first) {
      frames.clear();
      widthPs = newWidthPs;
      first = fromPs / newWidthPs;
    }
    int count = (int) ((toPs - 1) / widthPs - first) + 1;
    int kept = Math.max(0, Math.min(frames.size(), count) - UNSETTLED);
    frames.subList(kept, frames.size()).clear();
    double[] values = new double[begun.size()];
    for (int i = kept; i < count; i++) {
      frames.add(frame(begun, (first + i) * widthPs, values));
    }
  }

  private Frame frame(List<SampleSeries> all, long startPs, double[] values) {
    int known = 0;
    double total = 0;
    for (SampleSeries series : all) {
      long binPs = series.widthPs();
      long middle = (startPs + widthPs / 2 - series.startPs(0)) / binPs;
      if (startPs + widthPs / 2 >= series.startPs(0)
          && middle < series.size()
          && !series.isEmpty((int) middle)) {
        values[known++] = series.mean((int) middle);
      }
      total += series.metric() == Metric.GOODPUT ? meanIn(series, startPs) : 0;
    }
    Arrays.sort(values, 0, known);
    double[] bands = new double[known == 0 ? 0 : SHARES.length];
    for (int i = 0; i < bands.length; i++) {
      bands[i] = values[Math.max(0, (int) Math.ceil(SHARES[i] * known) - 1)];
    }
    return new Frame(total, bands);
  }

  /** The mean of a series over a frame; 0 where it has no bin. */
  private double meanIn(SampleSeries series, long startPs) {
    long binPs = series.widthPs();
    long beginPs = series.startPs(0);
    int from = (int) Math.max(0, (startPs - beginPs) / binPs);
    double sum = 0;
    for (int bin = from; bin < series.size() && series.startPs(bin) < startPs + widthPs; bin++) {
      long overlapPs = SampleFrames.overlapPs(series.startPs(bin), binPs, startPs, widthPs);
      sum += overlapPs == 0 ? 0 : series.mean(bin) * overlapPs;
    }
    return sum / widthPs;
  }

  /** Writes it as an object: the sums of goodput, and a list a share, lowest first. */
  public void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("metric", metric.csvName());
    json.writeFieldName("startUs");
    ReportData.us(json, first * widthPs);
    json.writeFieldName("widthUs");
    ReportData.us(json, widthPs);
    StringBuilder text = new StringBuilder();
    if (metric == Metric.GOODPUT) {
      json.writeArrayFieldStart("total");
      for (Frame frame : frames) {
        number(json, text, frame.total());
      }
      json.writeEndArray();
    }
    json.writeArrayFieldStart("bands");
    for (int i = 0; i < SHARES.length; i++) {
      json.writeStartArray();
      for (Frame frame : frames) {
        if (frame.bands().length == 0) {
          json.writeNull();
        } else {
          number(json, text, frame.bands()[i]);
        }
      }
      json.writeEndArray();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void number(JsonGenerator json, StringBuilder text, double value) throws IOException {
    text.setLength(0);
    DecimalText.append(text, value, Math.min(MOST_DECIMALS, metric.decimals()));
    json.writeNumber(text.toString());
  }
}
