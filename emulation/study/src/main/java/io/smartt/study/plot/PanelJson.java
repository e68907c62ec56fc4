package io.smartt.study.plot;

import module java.base;

import com.fasterxml.jackson.core.JsonGenerator;
import io.smartt.experiment.report.Distribution;

/**
 * Panels as JSON for a page's script to draw: an object each with {@code kind} (lines, boxes, bars,
 * samples, empty), titles and values.
 */
public final class PanelJson {
  /** Finer than a screen shows, and few enough for a page with every figure in it. */
  private static final int MOST_POINTS = 1_000;

  private PanelJson() {}

  /** Writes an array. */
  public static void write(JsonGenerator json, List<Panel> panels) throws IOException {
    json.writeStartArray();
    for (Panel panel : panels) {
      json.writeStartObject();
      json.writeStringField("title", panel.title());
      switch (panel) {
        case Panel.Lines lines -> lines(json, lines);
        case Panel.Boxes boxes -> boxes(json, boxes);
        case Panel.Bars bars -> bars(json, bars);
        case Panel.Samples samples -> samples(json, samples);
        case Panel.Empty empty -> {
          json.writeStringField("kind", "empty");
          json.writeStringField("why", empty.why());
        }
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void lines(JsonGenerator json, Panel.Lines panel) throws IOException {
    json.writeStringField("kind", "lines");
    json.writeStringField("x", panel.xTitle());
    json.writeStringField("y", panel.yTitle());
    json.writeStringField("xAxis", spelling(panel.x()));
    json.writeStringField("yAxis", spelling(panel.y()));
    json.writeArrayFieldStart("curves");
    for (Panel.Curve whole : panel.curves()) {
      Panel.Curve curve = whole.thinned(MOST_POINTS);
      json.writeStartObject();
      json.writeStringField("label", curve.label());
      json.writeStringField("style", spelling(curve.style()));
      json.writeFieldName("points");
      json.writeStartArray();
      for (int i = 0; i < curve.x().length; i++) {
        json.writeStartArray();
        number(json, curve.x()[i]);
        number(json, curve.y()[i]);
        json.writeEndArray();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static String spelling(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private static void boxes(JsonGenerator json, Panel.Boxes panel) throws IOException {
    json.writeStringField("kind", "boxes");
    json.writeStringField("y", panel.yTitle());
    json.writeArrayFieldStart("boxes");
    for (Map.Entry<String, double[]> each : panel.values().entrySet()) {
      json.writeStartObject();
      json.writeStringField("label", each.getKey());
      BoxNumbers box = BoxNumbers.of(each.getValue());
      json.writeFieldName("five");
      numbers(json, box.five());
      json.writeFieldName("beyond");
      numbers(json, box.beyond());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void samples(JsonGenerator json, Panel.Samples panel) throws IOException {
    json.writeStringField("kind", "samples");
    json.writeStringField("x", panel.xTitle());
    strings(json, "groups", panel.groups());
    json.writeArrayFieldStart("series");
    for (Map.Entry<String, List<Panel.Sample>> each : panel.samples().entrySet()) {
      json.writeStartObject();
      json.writeStringField("label", each.getKey());
      json.writeArrayFieldStart("samples");
      for (Panel.Sample sample : each.getValue()) {
        json.writeStartObject();
        json.writeFieldName("mean");
        numbers(json, sample.x(), sample.mean(), sample.halfWidth());
        json.writeFieldName("values");
        numbers(json, sample.values().stream().mapToDouble(value -> value).toArray());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void strings(JsonGenerator json, String field, List<String> all)
      throws IOException {
    json.writeArrayFieldStart(field);
    for (String one : all) {
      json.writeString(one);
    }
    json.writeEndArray();
  }

  private static void bars(JsonGenerator json, Panel.Bars panel) throws IOException {
    json.writeStringField("kind", "bars");
    json.writeStringField("x", panel.xTitle());
    json.writeStringField("y", panel.yTitle());
    strings(json, "groups", panel.groups());
    json.writeArrayFieldStart("bars");
    for (Map.Entry<String, List<Double>> each : panel.bars().entrySet()) {
      json.writeStartObject();
      json.writeStringField("label", each.getKey());
      json.writeFieldName("values");
      numbers(json, each.getValue().stream().mapToDouble(value -> value).toArray());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void numbers(JsonGenerator json, double... values) throws IOException {
    json.writeStartArray();
    for (double value : values) {
      number(json, value);
    }
    json.writeEndArray();
  }

  /** Writes a number to seven digits; what is not a number is null, for which nothing is drawn. */
  private static void number(JsonGenerator json, double value) throws IOException {
    if (Double.isFinite(value)) {
      json.writeNumber((float) value);
    } else {
      json.writeNull();
    }
  }

  /**
   * The numbers that a box of a box plot is drawn from (Tukey): quartiles by linear interpolation
   * between ranks, whiskers to the farthest values within 1.5 times their distance, and the values
   * beyond.
   *
   * @param five lower whisker, lower quartile, median, upper quartile, upper whisker
   * @param beyond values outside the whiskers, ascending
   */
  @SuppressWarnings("ArrayRecordComponent") // drawn and forgotten; nobody compares them
  record BoxNumbers(double[] five, double[] beyond) {
    private static final double WHISKER = 1.5;

    /**
     * @param values at least one
     */
    static BoxNumbers of(double... values) {
      double[] sorted = values.clone();
      Arrays.sort(sorted);
      double lower = Distribution.percentile(sorted, 0.25);
      double upper = Distribution.percentile(sorted, 0.75);
      double reach = WHISKER * (upper - lower);
      double[] within =
          DoubleStream.of(sorted)
              .filter(value -> lower - reach <= value && value <= upper + reach)
              .toArray();
      double[] beyond =
          DoubleStream.of(sorted)
              .filter(value -> value < lower - reach || upper + reach < value)
              .toArray();
      return new BoxNumbers(
          new double[] {
            within[0], lower, Distribution.percentile(sorted, 0.5), upper, within[within.length - 1]
          },
          beyond);
    }
  }
}
