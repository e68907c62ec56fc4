package io.smartt.study.paper;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.settings.Choice;
import io.smartt.study.plot.Panel.Axis;

/**
 * A figure of the paper that holds results, as declared in {@code figNN.yaml}, for one scale; or
 * what the paper's text says without a figure ({@code text.yaml}).
 *
 * @param id its number in the paper, {@code text}, or the name of a user's own figure
 * @param title what it shows
 * @param section of the paper that speaks of it
 * @param profile that all its runs start from
 * @param seeds of each run
 * @param panels its charts
 * @param claims what the paper's text says about it
 * @param matrices connection matrices and schedules that its workloads name
 */
public record PaperFigure(
    String id,
    String title,
    String section,
    String profile,
    List<String> seeds,
    List<PaperPanel> panels,
    List<Claim> claims,
    Map<String, String> matrices) {

  /** Copies the lists. */
  public PaperFigure {
    seeds = List.copyOf(seeds);
    panels = List.copyOf(panels);
    claims = List.copyOf(claims);
  }

  public PaperFigure withSeeds(List<String> others) {
    return new PaperFigure(id, title, section, profile, others, panels, claims, matrices);
  }

  /**
   * This with settings for all its runs.
   *
   * @throws UserInputException if the figure compares values of one of them
   */
  public PaperFigure withSettings(Map<String, String> settings) {
    for (String key : settings.keySet()) {
      if (compares(key)) {
        throw new UserInputException(
            "%s compares values of %s, which can therefore not be the same in all its runs"
                .formatted(name(), key));
      }
    }
    return new PaperFigure(
        id,
        title,
        section,
        profile,
        seeds,
        panels.stream().map(panel -> panel.withSettings(settings)).toList(),
        claims,
        matrices);
  }

  /**
   * Returns the figure's name for people: {@code Figure 12}, {@code Text}, or a user's own name.
   */
  public String name() {
    return isNumbered() ? "Figure " + id : id.equals("text") ? "Text" : id;
  }

  /** Name of its files, without extension. */
  public String fileName() {
    return isNumbered() ? String.format("fig%02d", Integer.valueOf(id)) : id;
  }

  private boolean isNumbered() {
    return id.chars().allMatch(Character::isDigit);
  }

  /** Returns whether its panels or series have different values of a setting. */
  private boolean compares(String key) {
    return panels.stream()
            .flatMap(panel -> panel.variable().stream())
            .flatMap(variable -> variable.settings().values().stream())
            .anyMatch(settings -> settings.containsKey(key))
        || panels.stream()
                .flatMap(panel -> panel.series().values().stream())
                .map(settings -> Optional.ofNullable(settings.get(key)))
                .distinct()
                .count()
            > 1;
  }

  /** Returns how many runs it takes. */
  public int runs() {
    return seeds.size()
        * panels.stream()
            .mapToInt(panel -> panel.series().size() * PaperRuns.FigureResults.xs(panel).size())
            .sum();
  }

  /**
   * One chart.
   *
   * @param id a letter, for claims
   * @param title above it
   * @param plot how it is drawn
   * @param yTitle of its y axis; empty for what the plot has by itself
   * @param x its axis, where it is not a variable's
   * @param y its axis
   * @param measure what is drawn over a variable or in bars; see {@link Measures}
   * @param series what is compared: settings by label
   * @param variable what the x axis varies, if the plot has a variable
   */
  public record PaperPanel(
      String id,
      String title,
      Plot plot,
      String yTitle,
      Axis x,
      Axis y,
      String measure,
      Map<String, Map<String, String>> series,
      Optional<Variable> variable) {

    private PaperPanel withSettings(Map<String, String> settings) {
      Map<String, Map<String, String>> changed = new LinkedHashMap<>();
      series.forEach((label, own) -> {
        Map<String, String> all = new LinkedHashMap<>(own);
        all.putAll(settings);
        changed.put(label, all);
      });
      return new PaperPanel(id, title, plot, yTitle, x, y, measure, changed, variable);
    }
  }

  /** The ways in which a panel is drawn. */
  public enum Plot implements Choice {
    /** Share of flows by completion time. */
    CDF,
    /** Completion times as boxes. */
    BOX,
    /** A measure over a variable. */
    LINES,
    /** A measure in bars, grouped by a variable if there is one. */
    BARS,
    /** A measure as numbers with intervals: a row a series, a column a value of the variable. */
    TABLE,
    /** Mean window of all flows over time. */
    WINDOW,
    /** Mean window of all flows over time in steady state. */
    STEADY,
    /** Window of each flow over time. */
    WINDOWS,
    /** Goodput of each flow over time. */
    RATES,
    /** Depth of the fullest queue over time. */
    QUEUE,
    /** Mark and delay of each packet that leaves the fullest queue; its runs are captured. */
    DRAIN,
    /** Share of trimmed packets by the time until their sender knows; its runs are captured. */
    NOTICE
  }

  /**
   * The settings that vary along the x axis.
   *
   * @param settings by value of x, in the axis' order
   * @param title of the x axis, with unit
   */
  public record Variable(Map<String, Map<String, String>> settings, String title) {}

  /**
   * A claim of the paper and how it is checked.
   *
   * @param says the statement
   * @param paper what the paper says of it as a number, in its words; empty if it gives none
   * @param check its direction, a {@link Comparison}; empty if it is a number alone
   * @param number a {@link PaperNumber}; empty if it is a direction alone
   */
  public record Claim(String says, String paper, String check, String number) {
    String checks() {
      return check.isEmpty() || number.isEmpty() ? check + number : check + "; " + number;
    }
  }

  /** The sizes in which the paper's experiments are run. */
  public enum Scale implements Choice {
    /** Small networks and messages: all figures in minutes a seed. */
    QUICK,
    /** The paper's sizes: hours. */
    FULL;

    @Override
    public String toString() {
      return spelling();
    }
  }
}
