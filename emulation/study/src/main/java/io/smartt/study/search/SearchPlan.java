package io.smartt.study.search;

import module java.base;

import io.smartt.base.input.NearNames;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.settings.Choice;
import io.smartt.study.sweep.FinishedRun;
import io.smartt.study.sweep.SweepTables;

/**
 * The plan of a search.
 *
 * @param objective what is better
 * @param method how candidates are chosen
 * @param candidates how many are drawn; a grid has all it has
 * @param eta the part that goes on, one in so many
 * @param seed of the draws
 * @param limit longest time of one run, by the clock on the wall
 */
public record SearchPlan(
    SearchPlan.Objective objective,
    SearchMethod method,
    int candidates,
    int eta,
    long seed,
    Duration limit) {
  /** The number of candidates that are drawn where the user names none: three rungs of thirds. */
  static final int CANDIDATES = 27;

  /** The part that goes on where the user names none: that of the Hyperband paper. */
  static final int ETA = 3;

  /** The longest time of a run where the user names none. */
  static final Duration LIMIT = Duration.ofMinutes(10);

  private static final int MOST_CANDIDATES = 100_000;

  /** Refuses numbers that are no plan. */
  public SearchPlan {
    if (candidates < 1 || candidates > MOST_CANDIDATES) {
      throw new UserInputException(
          "candidates are 1 to " + MOST_CANDIDATES + ", not " + candidates);
    }
    if (eta < 2) {
      throw new UserInputException("eta is at least 2, not " + eta);
    }
    if (limit.isNegative() || limit.isZero()) {
      throw new UserInputException("the limit of a run is above 0");
    }
  }

  /** The ways in which candidates are chosen. */
  public enum SearchMethod implements Choice {
    /** Drawn; each is tried on everything. */
    RANDOM,
    /** Every combination of listed values; each is tried on everything. */
    GRID,
    /**
     * Drawn; the better part of those that were tried on little is tried on more. Successive
     * halving of Jamieson and Talwalkar (AISTATS 2016), with the rungs of a bracket of Hyperband
     * (Li et al., JMLR 18, 2018, algorithm 1).
     */
    HALVING
  }

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
}
