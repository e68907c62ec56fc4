package io.smartt.study.search;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.settings.Choice;
import java.time.Duration;

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
    Objective objective, SearchMethod method, int candidates, int eta, long seed, Duration limit) {
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
}
