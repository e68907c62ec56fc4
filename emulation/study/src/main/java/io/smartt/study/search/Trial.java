package io.smartt.study.search;

import module java.base;

import io.smartt.study.sweep.FinishedRun;

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
    /** The candidate of which the profile and the fixed settings say everything, nothing varied. */
    public static final Candidate DEFAULT = new Candidate(0, Map.of());

    /** Copies the map, whose order counts. */
    public Candidate {
      point = Collections.unmodifiableMap(new LinkedHashMap<>(point));
    }
  }
}
