package io.smartt.study.paper.sensitivity;

import module java.base;

import io.smartt.study.paper.PaperRuns.FigureResults;
import io.smartt.study.paper.PaperRuns.FigureResults.Cell;
import io.smartt.study.paper.sensitivity.Study.Constant;
import io.smartt.study.sweep.MeanWithInterval;

/**
 * The costs of values of constants, relative to the default, seed by seed. A figure's cost is the
 * geometric mean over its scenarios and their measures; the score is the geometric mean over
 * figures, so that each figure counts once. 0.99 is 1 % better than the default.
 *
 * @param results of the study's scenarios, in their order
 */
record Scores(Study study, List<FigureResults> results) {
  /**
   * The score of a value.
   *
   * @param constant that has it
   * @param value of the constant
   * @param byFigure relative cost in each figure, one a seed
   * @param bySeed the score, one a seed
   */
  @SuppressWarnings("ArrayRecordComponent") // a handful of numbers; nobody compares scores
  record Score(Constant constant, String value, Map<Integer, double[]> byFigure, double[] bySeed) {

    /** Mean over seeds, of logarithms. */
    double mean() {
      return Math.exp(logarithms().mean());
    }

    /** Lower end of the 95 % interval over seeds; empty for one seed. */
    Optional<Double> low() {
      return end(-1);
    }

    /** Upper end. */
    Optional<Double> high() {
      return end(1);
    }

    private Optional<Double> end(int sign) {
      MeanWithInterval logarithms = logarithms();
      return logarithms.halfWidth().stream()
          .mapToObj(half -> Math.exp(logarithms.mean() + sign * half))
          .findFirst();
    }

    private MeanWithInterval logarithms() {
      return MeanWithInterval.of(DoubleStream.of(bySeed).map(Math::log).toArray());
    }

    /** Relative cost in a figure, mean over seeds. */
    double of(int figure) {
      return geometricMean(byFigure.getOrDefault(figure, new double[] {Double.NaN}));
    }
  }

  /** The values of a constant, ascending; without those that were not measured everywhere. */
  List<Score> of(Constant constant) {
    List<Score> scores = new ArrayList<>();
    constant.values().forEach(value -> score(constant, value).ifPresent(scores::add));
    return scores;
  }

  /** The best value of a constant; of equal ones the default. */
  static Optional<Score> best(List<Score> scores) {
    return scores.stream()
        .min(
            Comparator.comparingDouble(Score::mean)
                .thenComparing(score -> !score.constant().isStandard(score.value())));
  }

  private Optional<Score> score(Constant constant, String value) {
    Map<Integer, List<double[]>> ratios = new TreeMap<>();
    for (int i = 0; i < results.size(); i++) {
      Study.Scenario scenario = study.scenarios().get(i);
      if (constant.actsIn(scenario)) {
        Cell cell = cell(i, constant, value);
        Cell standard = cell(i, constant, standard(constant));
        if (cell.missing().isPresent() || standard.missing().isPresent()) {
          return Optional.empty();
        }
        for (String cost : scenario.costs()) {
          ratios
              .computeIfAbsent(scenario.figure(), _ -> new ArrayList<>())
              .add(quotients(cell.values(cost).toArray(), standard.values(cost).toArray()));
        }
      }
    }
    Map<Integer, double[]> byFigure = new LinkedHashMap<>();
    ratios.forEach((figure, all) -> byFigure.put(figure, bySeed(all)));
    return Optional.of(
        new Score(constant, value, byFigure, bySeed(List.copyOf(byFigure.values()))));
  }

  private static String standard(Constant constant) {
    return constant.values().stream().filter(constant::isStandard).findFirst().orElseThrow();
  }

  private Cell cell(int scenario, Constant constant, String value) {
    return results.get(scenario).at("", Study.label(constant, value), "");
  }

  private static double[] quotients(double[] values, double[] standards) {
    double[] quotients = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      quotients[i] = values[i] / standards[i];
    }
    return quotients;
  }

  /** The geometric mean of several, seed by seed. */
  private static double[] bySeed(List<double[]> all) {
    double[] means = new double[all.getFirst().length];
    for (int seed = 0; seed < means.length; seed++) {
      int at = seed;
      means[seed] = geometricMean(all.stream().mapToDouble(one -> one[at]).toArray());
    }
    return means;
  }

  private static double geometricMean(double... values) {
    return Math.exp(DoubleStream.of(values).map(Math::log).average().orElse(Double.NaN));
  }
}
