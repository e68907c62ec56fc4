package io.smartt.study.search;

import module java.base;

import io.smartt.study.sweep.FinishedRun;

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

  /**
   * The facts that are known of a candidate.
   *
   * @param candidate that is tried
   * @param runs on the first tasks, in their order
   * @param failure why it is tried no more; empty unless a run failed or cannot be
   */
  public record Trial(Trial.Candidate candidate, List<FinishedRun> runs, Optional<String> failure) {
    /** Copies the list. */
    public Trial {
      runs = List.copyOf(runs);
    }

    /** A candidate of which nothing is known. */
    static Trial of(Candidate candidate) {
      return new Trial(candidate, List.of(), Optional.empty());
    }

    /** Returns the trial with more runs; the first that did not complete is the failure. */
    Trial with(List<FinishedRun> more) {
      List<FinishedRun> all = new ArrayList<>(runs);
      all.addAll(more);
      return new Trial(
          candidate,
          all,
          more.stream()
              .filter(run -> !run.completed())
              .map(run -> run.message().orElse(run.status()))
              .findFirst());
    }

    /** Returns the trial with the reason why it cannot be run. */
    Trial refused(String why) {
      return new Trial(candidate, runs, Optional.of(why));
    }

    /**
     * Settings to try.
     *
     * @param number from 1 in the order of the draws; 0 is the default
     * @param point the varied settings, by key
     */
    public record Candidate(int number, Map<String, String> point) {
      /**
       * The candidate of which the profile and the fixed settings say everything, nothing varied.
       */
      public static final Candidate DEFAULT = new Candidate(0, Map.of());

      /** Copies the map, whose order counts. */
      public Candidate {
        point = Collections.unmodifiableMap(new LinkedHashMap<>(point));
      }
    }
  }
}
