package io.smartt.study.paper.sensitivity;

import module java.base;

import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.settings.SettingsCatalog;
import io.smartt.study.paper.PaperFigure;
import io.smartt.study.paper.PaperFigure.PaperPanel;
import io.smartt.study.paper.PaperFigure.Plot;
import io.smartt.study.paper.PaperRuns;
import io.smartt.study.plot.Panel.Axis;
import io.smartt.study.sweep.SweepRunner.SweepMonitor;

/**
 * A sensitivity study: one constant at a time is varied, the others have their defaults, and each
 * value runs in every scenario.
 *
 * @param constants that are varied
 * @param scenarios that stand for the figures
 */
public record Study(List<Constant> constants, List<Scenario> scenarios) {

  /** Copies the lists. */
  public Study {
    constants = List.copyOf(constants);
    scenarios = List.copyOf(scenarios);
  }

  /**
   * A constant.
   *
   * @param key of its setting
   * @param standard its default
   * @param values ascending, the default among them
   * @param figures in whose runs it acts; empty for all
   */
  public record Constant(
      String key, double standard, List<String> values, Optional<Set<Integer>> figures) {

    /** Returns whether a value is the default. */
    boolean isStandard(String value) {
      return Double.parseDouble(value) == standard;
    }

    boolean actsIn(Scenario scenario) {
      return figures.map(acting -> acting.contains(scenario.figure())).orElse(true);
    }
  }

  /**
   * A run that stands for a figure, or for a part of one.
   *
   * @param figure number in the paper
   * @param profile that its run starts from
   * @param settings of its run
   * @param costs measures of the run, of which less is better
   * @param matrices connection matrices by the name that the workload has
   */
  public record Scenario(
      int figure,
      String profile,
      Map<String, String> settings,
      List<String> costs,
      Map<String, String> matrices) {}

  /** This with other values of constants, or other constants. */
  public Study withConstants(List<Constant> others) {
    return new Study(others, scenarios);
  }

  /**
   * The scenarios as figures that can be run: one panel each, in which each value of a constant is
   * a series. The default is left out of the settings, so that it is run once for all constants.
   */
  List<PaperFigure> figures(SettingsCatalog catalog, List<String> seeds) {
    return scenarios.stream().map(scenario -> figure(scenario, catalog, seeds)).toList();
  }

  private PaperFigure figure(Scenario scenario, SettingsCatalog catalog, List<String> seeds) {
    Map<String, Map<String, String>> series = new LinkedHashMap<>();
    for (Constant constant : constants) {
      if (constant.actsIn(scenario)) {
        for (String value : constant.values()) {
          Map<String, String> settings = new LinkedHashMap<>(scenario.settings());
          if (!constant.isStandard(value)) {
            catalog.defaults().with(constant.key(), value);
            settings.put(constant.key(), value);
          }
          series.put(label(constant, value), settings);
        }
      }
    }
    PaperPanel panel =
        new PaperPanel(
            "", "", Plot.BARS, "", Axis.LINEAR, Axis.LINEAR, "", series, Optional.empty());
    return new PaperFigure(
        Integer.toString(scenario.figure()),
        "",
        "",
        scenario.profile(),
        seeds,
        List.of(panel),
        List.of(),
        scenario.matrices());
  }

  /** Name of a value's series. */
  static String label(Constant constant, String value) {
    return constant.key() + "=" + value;
  }

  /** Runs a study. */
  public record StudyRuns(ExperimentLoader experiments, PaperRuns runs) {
    /** The results of the scenarios, in their order. */
    public List<PaperRuns.FigureResults> run(
        Study study, List<String> seeds, SweepMonitor monitor) {
      return runs.run(study.figures(experiments.catalog(), seeds), monitor);
    }
  }
}
