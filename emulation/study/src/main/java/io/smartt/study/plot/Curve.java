package io.smartt.study.plot;

import java.util.Arrays;

/**
 * Points of one line of a chart.
 *
 * @param label for the legend
 * @param x ascending
 * @param y as many
 * @param style how it is drawn
 */
@SuppressWarnings("ArrayRecordComponent") // thousands of points; nobody compares curves
public record Curve(String label, double[] x, double[] y, Style style) {

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
   * The share of values that are at most x, as a stair: of n values the i-th smallest raises it to
   * i/n.
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
