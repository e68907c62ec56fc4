package io.smartt.study.search;

import module java.base;

import io.smartt.base.input.NearNames;
import io.smartt.base.input.UserInputException;
import io.smartt.study.sweep.FinishedRun;
import io.smartt.study.sweep.SweepTables;

/**
 * The aim of a search.
 *
 * @param measure a number of {@code summary.json}, with dots between keys: {@code fctUs.p99}
 * @param least whether less of it is better
 */
public record Objective(String measure, boolean least) {

  /**
   * Refuses what is no measure.
   *
   * @throws UserInputException naming near ones
   */
  public Objective {
    List<String> measures = SweepTables.measures();
    if (!measures.contains(measure)) {
      throw new UserInputException(
          "there is no measure '" + measure + "', " + NearNames.hint(measure, measures));
    }
  }

  /** The better score first. */
  Comparator<Double> betterFirst() {
    return least ? Comparator.naturalOrder() : Comparator.reverseOrder();
  }

  /**
   * The score of one candidate: for each scenario the mean over its seeds, and over scenarios the
   * geometric mean, in which a factor counts the same in each. Empty if a run did not complete.
   *
   * @param runs of the candidate, which differ in the scenario and the seed
   */
  OptionalDouble score(List<FinishedRun> runs) {
    if (runs.isEmpty() || !runs.stream().allMatch(FinishedRun::completed)) {
      return OptionalDouble.empty();
    }
    double logarithms = 0;
    double only = 0;
    List<List<FinishedRun>> scenarios = List.copyOf(SweepTables.overSeeds(runs).values());
    for (List<FinishedRun> seeds : scenarios) {
      double[] values = SweepTables.values(seeds, measure);
      if (values.length < seeds.size()) {
        return OptionalDouble.empty();
      }
      only = Arrays.stream(values).average().orElseThrow();
      logarithms += Math.log(only);
    }
    return OptionalDouble.of(
        scenarios.size() == 1 ? only : Math.exp(logarithms / scenarios.size()));
  }
}
