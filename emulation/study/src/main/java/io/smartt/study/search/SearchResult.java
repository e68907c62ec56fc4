package io.smartt.study.search;

import module java.base;

/**
 * The findings of a search.
 *
 * @param objective what is better
 * @param base the default: what the profile and the fixed settings say
 * @param ranking all candidates, the best first
 * @param tasks that a candidate was tried on if it was never left behind
 * @param whole whether the search came to its end
 */
public record SearchResult(
    SearchPlan.Objective objective, Trial base, List<Trial> ranking, int tasks, boolean whole) {
  /** Copies the list. */
  public SearchResult {
    ranking = List.copyOf(ranking);
  }

  /** The fates of a candidate. */
  public enum Fate {
    /** Nothing varied. */
    DEFAULT,
    /** The best of those that were tried on everything. */
    BEST,
    /** Tried on everything. */
    TRIED,
    /** Left behind by others after some of the tasks. */
    STOPPED,
    /** A run failed, or cannot be. */
    FAILED
  }

  /** The best candidate that was tried on everything; empty if all failed or are not done. */
  public Optional<Trial> best() {
    return ranking.stream()
        .findFirst()
        .filter(trial -> trial.failure().isEmpty() && trial.runs().size() == tasks)
        .filter(trial -> score(trial).isPresent());
  }

  /** Returns what became of a candidate. */
  public Fate fate(Trial trial) {
    if (trial.failure().isPresent()) {
      return Fate.FAILED;
    }
    if (trial.candidate().number() == 0) {
      return Fate.DEFAULT;
    }
    if (trial.runs().size() < tasks) {
      return Fate.STOPPED;
    }
    return best().filter(trial::equals).isPresent() ? Fate.BEST : Fate.TRIED;
  }

  /** The score of a candidate on what it was tried on; empty if it failed. */
  public OptionalDouble score(Trial trial) {
    return objective.score(trial.runs());
  }

  /** The default's score on the tasks that a candidate was tried on. */
  public OptionalDouble baseScore(Trial trial) {
    int common = Math.min(trial.runs().size(), base.runs().size());
    return objective.score(base.runs().subList(0, common));
  }

  /** Returns whether a candidate's score is better than the default's, which may have failed. */
  public boolean isBetterThanDefault(Trial trial) {
    OptionalDouble own = score(trial);
    OptionalDouble other = baseScore(trial);
    return own.isPresent()
        && (other.isEmpty()
            || objective.betterFirst().compare(own.getAsDouble(), other.getAsDouble()) < 0);
  }
}
