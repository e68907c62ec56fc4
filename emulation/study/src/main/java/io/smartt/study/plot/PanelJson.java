package io.smartt.study.plot;

import module java.base;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smartt.experiment.report.Distribution;

/**
 * Panels as JSON for a page's script to draw: an object each with {@code kind} (lines, boxes, bars,
 * samples, empty), titles and values.
 */
public final class PanelJson {
  /** Finer than a screen shows, and few enough for a page with every figure in it. */
  private static final int MOST_POINTS = 1_000;

  private static final ObjectMapper JSON = new ObjectMapper();

  private PanelJson() {}

  /** Writes an array. */
  public static void write(JsonGenerator json, List<Panel> panels) throws IOException {
    ArrayNode all = JSON.createArrayNode();
    for (Panel panel : panels) {
      add(all.addObject().put("title", panel.title()), panel);
    }
    JSON.writeTree(json, all);
  }

  private static void add(ObjectNode json, Panel panel) {
    switch (panel) {
      case Panel.Lines lines -> lines(json, lines);
      case Panel.Boxes boxes -> boxes(json, boxes);
      case Panel.Bars bars -> bars(json, bars);
      case Panel.Samples samples -> samples(json, samples);
      case Panel.Empty empty -> json.put("kind", "empty").put("why", empty.why());
    }
  }

  private static void lines(ObjectNode json, Panel.Lines panel) {
    json.put("kind", "lines")
        .put("x", panel.xTitle())
        .put("y", panel.yTitle())
        .put("xAxis", spelling(panel.x()))
        .put("yAxis", spelling(panel.y()));
    ArrayNode curves = json.putArray("curves");
    for (Panel.Curve whole : panel.curves()) {
      Panel.Curve curve = whole.thinned(MOST_POINTS);
      ArrayNode points =
          curves
              .addObject()
              .put("label", curve.label())
              .put("style", spelling(curve.style()))
              .putArray("points");
      for (int i = 0; i < curve.x().length; i++) {
        numbers(points.addArray(), curve.x()[i], curve.y()[i]);
      }
    }
  }

  private static String spelling(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private static void boxes(ObjectNode json, Panel.Boxes panel) {
    ArrayNode boxes = json.put("kind", "boxes").put("y", panel.yTitle()).putArray("boxes");
    panel
        .values()
        .forEach((label, values) -> {
          BoxNumbers box = BoxNumbers.of(values);
          ObjectNode one = boxes.addObject().put("label", label);
          numbers(one.putArray("five"), box.five());
          numbers(one.putArray("beyond"), box.beyond());
        });
  }

  private static void samples(ObjectNode json, Panel.Samples panel) {
    json.put("kind", "samples").put("x", panel.xTitle());
    panel.groups().forEach(json.putArray("groups")::add);
    ArrayNode series = json.putArray("series");
    panel
        .samples()
        .forEach((label, all) -> {
          ArrayNode samples = series.addObject().put("label", label).putArray("samples");
          for (Panel.Sample sample : all) {
            ObjectNode one = samples.addObject();
            numbers(one.putArray("mean"), sample.x(), sample.mean(), sample.halfWidth());
            ArrayNode values = one.putArray("values");
            sample.values().forEach(value -> number(values, value));
          }
        });
  }

  private static void bars(ObjectNode json, Panel.Bars panel) {
    json.put("kind", "bars").put("x", panel.xTitle()).put("y", panel.yTitle());
    panel.groups().forEach(json.putArray("groups")::add);
    ArrayNode bars = json.putArray("bars");
    panel
        .bars()
        .forEach((label, all) -> {
          ArrayNode values = bars.addObject().put("label", label).putArray("values");
          all.forEach(value -> number(values, value));
        });
  }

  private static void numbers(ArrayNode json, double... values) {
    for (double value : values) {
      number(json, value);
    }
  }

  /** Adds a number to seven digits; what is not a number is null, for which nothing is drawn. */
  private static void number(ArrayNode json, double value) {
    if (Double.isFinite(value)) {
      json.add((float) value);
    } else {
      json.addNull();
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
