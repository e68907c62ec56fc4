package io.smartt.study.plot;

import module java.base;

import io.smartt.study.plot.Panel.Axis;
import io.smartt.study.plot.Panel.Curve;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import org.knowm.xchart.BoxChart;
import org.knowm.xchart.BoxChartBuilder;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.CategorySeries;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.ChartBuilder;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Panels as charts of the charting library, all in one look. */
final class Charts {
  static final int TITLE = 15;
  static final int TEXT = 13;
  private static final float LINE_WIDTH = 2;

  /** The first curve is the widest, so that it can be seen below others that are the same. */
  private static final float WIDEST = 3.5f;

  private static final int MARKED_SIZE = 9;

  /** More make the SVG large and cannot be seen. */
  private static final int MOST_POINTS = 400;

  /** The share of the highest value that the lowest must be below for a scale from 0. */
  private static final double LOW = 0.6;

  /** The share of the highest value by which values differ that hardly do. */
  private static final double FLAT = 0.05;

  /** Far above what arithmetic adds to a number, far below the distance of two ticks. */
  private static final double ROUNDING = 1e-6;

  private static final int DECADE = 10;
  private static final int NARROW = 3;
  private static final Set<Integer> NARROW_LABELS = Set.of(1, 2, 3, 4, 5, 6, 7, 8, 9);
  private static final Set<Integer> WITHIN_A_DECADE = Set.of(1, 2, 3, 5, 7);
  private static final Set<Integer> OVER_DECADES = Set.of(1, 2, 5);

  /** Letters of all labels that fit below a chart. */
  private static final int LEGEND_LETTERS = 40;

  /** Letters of all groups that fit below a chart side by side. */
  private static final int GROUP_LETTERS = 50;

  private static final int SLANT = 30;
  private static final int UPWARDS = 90;
  private static final double MIDDLE = 0.5;

  /** Bars that are wide enough for their numbers. */
  private static final int MOST_UPRIGHT = 8;

  private Charts() {}

  static void paint(Graphics2D graphics, Panel panel, int width, int height) {
    switch (panel) {
      case Panel.Lines lines -> lines(lines, width, height).paint(graphics, width, height);
      case Panel.Boxes boxes -> boxes(boxes, width, height).paint(graphics, width, height);
      case Panel.Bars bars -> bars(bars, width, height).paint(graphics, width, height);
      case Panel.Samples samples -> TablePicture.paint(graphics, samples, width, height);
      case Panel.Empty empty -> empty(empty, width, height).paint(graphics, width, height);
    }
  }

  private static Chart<?, ?> lines(Panel.Lines panel, int width, int height) {
    XYChart chart =
        begun(new XYChartBuilder(), panel, width, height)
            .xAxisTitle(panel.xTitle())
            .yAxisTitle(panel.yTitle())
            .build();
    style(chart.getStyler());
    chart.getStyler().setMarkerSize(MARKED_SIZE);
    chart.getStyler().setXAxisLogarithmicDecadeOnly(false);
    chart.getStyler().setYAxisLogarithmicDecadeOnly(false);
    chart.getStyler().setXAxisLogarithmic(panel.x() == Axis.LOGARITHMIC);
    chart.getStyler().setYAxisLogarithmic(panel.y() == Axis.LOGARITHMIC);
    chart.getStyler().setXAxisTickLabelsFormattingFunction(ticks(panel.x(), panel, Curve::x));
    chart.getStyler().setYAxisTickLabelsFormattingFunction(ticks(panel.y(), panel, Curve::y));
    if (fromZero(panel)) {
      chart.getStyler().setYAxisMin(0.0);
    }
    if (xFromZero(panel)) {
      chart.getStyler().setXAxisMin(0.0);
    }
    legend(
        chart.getStyler(),
        panel.curves().stream()
            .filter(curve -> curve.style() != Curve.Style.THIN)
            .map(Curve::label)
            .toList());
    int place = 0;
    for (Curve whole : panel.curves()) {
      Curve curve = whole.thinned(MOST_POINTS);
      XYSeries series =
          chart.addSeries(
              curve.label(), places(panel.x(), curve.x()), places(panel.y(), curve.y()));
      draw(series, curve.style(), place);
      if (curve.style() != Curve.Style.DASHED && curve.style() != Curve.Style.THIN) {
        place++;
      }
    }
    return chart;
  }

  private static void draw(XYSeries series, Curve.Style style, int place) {
    series.setLineColor(
        switch (style) {
          case DASHED -> Color.DARK_GRAY;
          case THIN -> Color.LIGHT_GRAY;
          case LINE, MARKED, DOTS -> Palette.colour(place);
        });
    series.setMarkerColor(Palette.colour(place));
    float line =
        switch (style) {
          case DASHED -> LINE_WIDTH;
          case THIN -> 1;
          case LINE, MARKED, DOTS -> Math.max(LINE_WIDTH, WIDEST - place);
        };
    series.setLineStyle(
        switch (style) {
          case DASHED -> Palette.stroke(line, 2, 4);
          case THIN -> Palette.stroke(line);
          case DOTS -> SeriesLines.NONE;
          case LINE, MARKED -> Palette.stroke(place, line);
        });
    series.setLineWidth(line);
    series.setShowInLegend(style != Curve.Style.THIN);
    series.setMarker(
        switch (style) {
          case MARKED, DOTS -> Palette.mark(place);
          case LINE, DASHED, THIN -> SeriesMarkers.NONE;
        });
  }

  private static Function<Double, String> ticks(
      Axis axis, Panel.Lines panel, Function<Curve, double[]> values) {
    return switch (axis) {
      case LINEAR -> Charts::number;
      case LOGARITHMIC -> {
        DoubleSummaryStatistics range = range(panel, values);
        Set<Integer> labels = labelled(range.getMax() / range.getMin());
        yield value -> logarithmic(value, labels);
      }
      case POWERS_OF_TWO -> Charts::powerOfTwo;
    };
  }

  private static double[] places(Axis axis, double... values) {
    return switch (axis) {
      case LINEAR -> unevenly(values);
      case LOGARITHMIC -> values;
      case POWERS_OF_TWO -> logarithms(values);
    };
  }

  /** First digits of the labels that have room on an axis whose ends have this ratio. */
  private static Set<Integer> labelled(double ratio) {
    if (ratio < NARROW) {
      return NARROW_LABELS;
    }
    return ratio < DECADE ? WITHIN_A_DECADE : OVER_DECADES;
  }

  /** A tick of a logarithmic axis; empty where its first digit is none of those with a label. */
  private static String logarithmic(double value, Set<Integer> labels) {
    double digit = value / Math.pow(DECADE, Math.floor(Math.log10(value) + ROUNDING));
    return labels.stream().anyMatch(label -> Math.abs(digit - label) < ROUNDING)
        ? number(value)
        : "";
  }

  private static double[] logarithms(double... values) {
    return DoubleStream.of(values).map(value -> Math.log(value) / Math.log(2)).toArray();
  }

  /** A tick of an axis of powers of two; empty where it is no whole number and no such power. */
  static String powerOfTwo(double exponent) {
    double value = Math.pow(2, exponent);
    // Ticks begin at the least value, which need not be a power of two.
    return Math.abs(value - Math.rint(value)) < ROUNDING * value
            || Math.abs(exponent - Math.rint(exponent)) < ROUNDING
        ? number(value)
        : "";
  }

  /** Puts the legend below the chart where it fits there, otherwise to its right. */
  private static void legend(Styler styler, List<String> labels) {
    int letters = labels.stream().mapToInt(label -> label.length() + 4).sum();
    if (letters > LEGEND_LETTERS) {
      styler.setLegendPosition(Styler.LegendPosition.OutsideE);
      styler.setLegendLayout(Styler.LegendLayout.Vertical);
    }
  }

  /**
   * Returns whether the scale of values begins at 0: where that leaves most of the height to the
   * curves, and where values over time hardly differ, so that noise does not look like a change.
   */
  private static boolean fromZero(Panel.Lines panel) {
    DoubleSummaryStatistics y = range(panel, Curve::y);
    boolean flat = panel.x() == Axis.LINEAR && hardlyDiffer(y);
    return panel.y() == Axis.LINEAR && y.getMin() >= 0 && (y.getMin() < LOW * y.getMax() || flat);
  }

  /** The same for the other axis, whose labels would be equal where values hardly differ. */
  private static boolean xFromZero(Panel.Lines panel) {
    DoubleSummaryStatistics x = range(panel, Curve::x);
    return panel.x() == Axis.LINEAR && x.getMin() > 0 && hardlyDiffer(x);
  }

  private static boolean hardlyDiffer(DoubleSummaryStatistics values) {
    return values.getMax() - values.getMin() < FLAT * values.getMax();
  }

  private static DoubleSummaryStatistics range(
      Panel.Lines panel, Function<Curve, double[]> values) {
    return panel.curves().stream()
        .flatMapToDouble(curve -> DoubleStream.of(values.apply(curve)))
        .summaryStatistics();
  }

  /**
   * The values, the second moved by a thousandth of its distance from the first. Where all values
   * are equally far from each other the library puts its ticks at them; this way it takes round
   * numbers.
   */
  private static double[] unevenly(double... values) {
    double[] moved = values.clone();
    if (moved.length > 2) {
      moved[1] += (moved[1] - moved[0]) / 1000;
    }
    return moved;
  }

  private static Chart<?, ?> boxes(Panel.Boxes panel, int width, int height) {
    BoxChart chart =
        begun(new BoxChartBuilder(), panel, width, height).yAxisTitle(panel.yTitle()).build();
    style(chart.getStyler());
    chart.getStyler().setLegendVisible(false);
    chart.getStyler().setYAxisTickLabelsFormattingFunction(Charts::number);
    chart.getStyler().setSeriesColors(Palette.colours());
    panel.values().forEach(chart::addSeries);
    return chart;
  }

  private static Chart<?, ?> bars(Panel.Bars panel, int width, int height) {
    CategoryChart chart =
        begun(new CategoryChartBuilder(), panel, width, height)
            .xAxisTitle(panel.xTitle())
            .yAxisTitle(panel.yTitle())
            .build();
    style(chart.getStyler());
    legend(chart.getStyler(), List.copyOf(panel.bars().keySet()));
    chart.getStyler().setAvailableSpaceFill(0.8);
    chart.getStyler().setYAxisMin(0.0);
    chart.getStyler().setYAxisTickLabelsFormattingFunction(Charts::number);
    chart.getStyler().setLabelsVisible(true);
    chart.getStyler().setLabelsPosition(MIDDLE);
    chart.getStyler().setLabelsFontColorAutomaticEnabled(false);
    chart.getStyler().setLabelsFontColor(Color.BLACK);
    chart.getStyler().setLabelsFont(font(Font.PLAIN, TEXT - 4));
    chart.getStyler().setXAxisTickMarkSpacingHint(1);
    if (String.join("", panel.groups()).length() > GROUP_LETTERS) {
      chart.getStyler().setXAxisLabelRotation(SLANT);
    }
    if (panel.groups().size() * panel.bars().size() > MOST_UPRIGHT) {
      // A narrow bar has room for its number from below to above.
      chart.getStyler().setLabelsRotation(UPWARDS);
    }
    int place = 0;
    for (String label : panel.bars().keySet()) {
      CategorySeries series =
          chart.addSeries(
              label,
              panel.groups(),
              panel.bars().getOrDefault(label, List.of()).stream().map(Charts::readable).toList());
      series.setFillColor(Palette.colour(place++));
    }
    return chart;
  }

  /** A bar has its number in it, and room for three digits. */
  private static double readable(double exact) {
    return Double.isFinite(exact)
        ? new BigDecimal(exact).round(new MathContext(3)).doubleValue()
        : exact;
  }

  private static Chart<?, ?> empty(Panel.Empty panel, int width, int height) {
    XYChart chart =
        begun(new XYChartBuilder(), panel, width, height).xAxisTitle(panel.why()).build();
    style(chart.getStyler());
    chart.getStyler().setLegendVisible(false);
    return chart;
  }

  private static <T extends ChartBuilder<T, ?>> T begun(
      T chart, Panel panel, int width, int height) {
    return chart.width(width).height(height).title(panel.title());
  }

  private static void style(Styler styler) {
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setPlotBackgroundColor(Color.WHITE);
    styler.setPlotBorderColor(Color.GRAY);
    styler.setChartTitleBoxVisible(false);
    styler.setChartTitleFont(font(Font.BOLD, TITLE));
    styler.setLegendFont(font(Font.PLAIN, TEXT));
    styler.setLegendPosition(Styler.LegendPosition.OutsideS);
    styler.setLegendLayout(Styler.LegendLayout.Horizontal);
    styler.setLegendBorderColor(Color.WHITE);
    styler.setLegendSeriesLineLength(34);
    styler.setLocale(Locale.ROOT);
    if (styler instanceof AxesChartStyler axes) {
      axes.setAxisTitleFont(font(Font.PLAIN, TEXT));
      axes.setAxisTickLabelsFont(font(Font.PLAIN, TEXT - 1));
      axes.setPlotGridLinesColor(new Color(0xDD, 0xDD, 0xDD));
      axes.setPlotGridLinesStroke(new BasicStroke(1));
    }
  }

  static Font font(int style, int size) {
    return new Font(Font.SANS_SERIF, style, size);
  }

  /** A number without exponent and without needless zeros, thousands set off. */
  static String number(double value) {
    double size = Math.abs(value);
    if (size >= 100 || value == Math.rint(value)) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    String text =
        String.format(Locale.ROOT, size < 0.01 ? "%.5f" : size < 10 ? "%.3f" : "%.1f", value);
    return text.replaceAll("0+$", "").replaceAll("\\.$", "");
  }
}
