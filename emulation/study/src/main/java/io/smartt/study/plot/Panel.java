package io.smartt.study.plot;

import module java.base;

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
  record Sample(double x, double mean, double halfWidth, List<Double> values) {}

  /**
   * A chart for which there is nothing to draw.
   *
   * @param title above where it would be
   * @param why it is empty
   */
  record Empty(String title, String why) implements Panel {}
}
