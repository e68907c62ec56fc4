package io.smartt.emulation.paper;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A figure of the paper that holds results, as declared in {@code figNN.yaml}, for one scale.
 *
 * @param number in the paper
 * @param title what it shows
 * @param section of the paper that speaks of it
 * @param profile that all its runs start from
 * @param seeds of each run
 * @param panels its charts
 * @param claims what the paper's text says about it
 * @param matrices connection matrices that its workloads name
 */
public record PaperFigure(
    int number,
    String title,
    String section,
    String profile,
    List<String> seeds,
    List<PaperPanel> panels,
    List<Claim> claims,
    Map<String, String> matrices) {

  /** How many runs it takes. */
  public int runs() {
    return seeds.size()
        * panels.stream()
            .mapToInt(panel -> panel.series().size() * FigureResults.xs(panel).size())
            .sum();
  }

  /**
   * One chart.
   *
   * @param id a letter, for claims
   * @param title above it
   * @param plot how it is drawn
   * @param yTitle of its y axis; empty for what the plot has by itself
   * @param measure what is drawn over a variable or in bars; see {@link Measures}
   * @param series what is compared: settings by label
   * @param variable what the x axis varies, if the plot has a variable
   */
  public record PaperPanel(
      String id,
      String title,
      Plot plot,
      String yTitle,
      String measure,
      Map<String, Map<String, String>> series,
      Optional<Variable> variable) {}

  /** How a panel is drawn. */
  public enum Plot {
    /** Share of flows by completion time. */
    CDF,
    /** Completion times as boxes. */
    BOX,
    /** A measure over a variable. */
    LINES,
    /** A measure in bars, grouped by a variable if there is one. */
    BARS,
    /** Mean window of all flows over time. */
    WINDOW,
    /** Mean window of all flows over time in steady state. */
    STEADY,
    /** Window of each flow over time. */
    WINDOWS,
    /** Goodput of each flow over time. */
    RATES,
    /** Depth of the fullest queue over time. */
    QUEUE
  }

  /**
   * A setting that varies along the x axis.
   *
   * @param key of the setting
   * @param form of its value, with {@code {}} where the value of x goes
   * @param values of x
   * @param title of the x axis, with unit
   */
  public record Variable(String key, String form, List<String> values, String title) {}

  /**
   * What the paper says and how it is checked.
   *
   * @param says the statement
   * @param check a {@link Comparison}
   */
  public record Claim(String says, String check) {}
}
