package io.smartt.study.plot;

import module java.base;

import io.smartt.study.sweep.MeanWithInterval;

/** One chart of a figure. */
public sealed interface Panel {
  /** Returns the title, which is above the chart. */
  String title();

  /**
   * Lines over a number.
   *
   * @param title above the chart
   * @param xTitle with its unit
   * @param yTitle with its unit
   * @param x its axis
   * @param y its axis; powers of two are for x alone
   * @param curves at least one; their values are above 0 on an axis that is not linear
   */
  record Lines(String title, String xTitle, String yTitle, Axis x, Axis y, List<Curve> curves)
      implements Panel {}

  /**
   * A box a set of values: quartiles, and whiskers to the farthest values within 1.5 times the
   * distance between them; what is beyond is a point.
   *
   * @param title above the chart
   * @param yTitle with its unit
   * @param values by label
   */
  record Boxes(String title, String yTitle, Map<String, double[]> values) implements Panel {}

  /**
   * Groups of bars.
   *
   * @param title above the chart
   * @param xTitle what the groups are
   * @param yTitle with its unit
   * @param groups names of the groups
   * @param bars by label, one value a group; NaN where there is none
   */
  record Bars(
      String title,
      String xTitle,
      String yTitle,
      List<String> groups,
      Map<String, List<Double>> bars)
      implements Panel {}

  /**
   * Values that were measured several times, over a number or groups.
   *
   * @param title above the chart, and what the values are
   * @param xTitle what the groups or numbers are
   * @param groups names of the groups, whose places are 0 on; empty over a number
   * @param samples by label, in ascending order of their places
   */
  record Samples(
      String title, String xTitle, List<String> groups, Map<String, List<Sample>> samples)
      implements Panel {}

  /**
   * The values at one place.
   *
   * @param x the place
   * @param halfWidth of the mean's interval; 0 for a single value
   */
  record Sample(double x, double mean, double halfWidth, List<Double> values) {
    /** The values at one place, at least one. */
    public static Sample of(double x, double... values) {
      MeanWithInterval mean = MeanWithInterval.of(values);
      List<Double> all = DoubleStream.of(values).boxed().toList();
      return new Sample(x, mean.mean(), mean.halfWidth().orElse(0), all);
    }
  }

  /**
   * A chart for which there is nothing to draw.
   *
   * @param title above where it would be
   * @param why it is empty
   */
  record Empty(String title, String why) implements Panel {}

  /** The scale by which values of an axis become places on it. */
  enum Axis {
    /** Equal distances are equal differences. */
    LINEAR,

    /** Equal distances are equal ratios; ticks at multiples of powers of ten. */
    LOGARITHMIC,

    /** Equal distances are equal ratios; ticks at powers of two, for sizes. */
    POWERS_OF_TWO
  }

  /**
   * Points of one line of a chart.
   *
   * @param label for the legend
   * @param x ascending
   * @param y as many
   * @param style how it is drawn
   */
  @SuppressWarnings("ArrayRecordComponent") // thousands of points; nobody compares curves
  record Curve(String label, double[] x, double[] y, Style style) {

    /** The styles in which a curve is drawn. */
    public enum Style {
      /** A line from point to point. */
      LINE,
      /** A line with a mark at each point, for few points. */
      MARKED,
      /** A dashed line, for what was not measured but is the ideal. */
      DASHED,
      /** Marks without a line, for single values. */
      DOTS,
      /** A thin grey line that the legend leaves out, for what a bold one is made of. */
      THIN
    }

    /** Refuses points without a partner. */
    public Curve {
      if (x.length != y.length) {
        throw new IllegalArgumentException(label + ": " + x.length + " x, " + y.length + " y");
      }
    }

    /**
     * The share of values that are at most x, as a stair: of n values the i-th smallest raises it
     * to i/n.
     */
    public static Curve cumulative(String label, double... values) {
      double[] sorted = values.clone();
      Arrays.sort(sorted);
      int n = sorted.length;
      double[] x = new double[2 * n];
      double[] y = new double[2 * n];
      for (int i = 0; i < n; i++) {
        x[2 * i] = sorted[i];
        y[2 * i] = (double) i / n;
        x[2 * i + 1] = sorted[i];
        y[2 * i + 1] = (i + 1.0) / n;
      }
      return new Curve(label, x, y, Style.LINE);
    }

    /**
     * Returns the curve with at most so many points, evenly chosen, the first and the last among
     * them.
     */
    Curve thinned(int most) {
      if (x.length <= most) {
        return this;
      }
      double[] keptX = new double[most];
      double[] keptY = new double[most];
      for (int i = 0; i < most; i++) {
        int from = (int) ((long) i * (x.length - 1) / (most - 1));
        keptX[i] = x[from];
        keptY[i] = y[from];
      }
      return new Curve(label, keptX, keptY, style);
    }
  }
}
