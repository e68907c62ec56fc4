package io.smartt.study.plot;

import java.util.List;
import java.util.Map;

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
   * A chart for which there is nothing to draw.
   *
   * @param title above where it would be
   * @param why it is empty
   */
  record Empty(String title, String why) implements Panel {}
}
