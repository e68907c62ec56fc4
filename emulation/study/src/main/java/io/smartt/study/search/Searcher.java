package io.smartt.study.search;

import module java.base;

import io.smartt.study.search.SearchResult.Trial;

/**
 * Decides which candidates are tried on more. It is a function of the search and of the runs'
 * results: a search that is started again decides alike.
 */
public record Searcher(Search search, Evaluator evaluator) {
  /** Tries candidates. */
  public interface Evaluator {
    /**
     * Tries candidates on more tasks.
     *
     * @param trials what is known of them
     * @param tasks how many of the first tasks each is to be tried on in all
     * @return what is known then, in the same order; fewer runs where the user asked to stop
     */
    List<Trial> evaluate(List<Trial> trials, int tasks);
  }

  /** Returns how many runs a search has at most. */
  public static int runs(SearchPlan plan, int candidates, int tasks) {
    int runs = tasks;
    int before = 0;
    for (Rung rung : rungs(plan, candidates, tasks)) {
      runs += rung.candidates() * (rung.tasks() - before);
      before = rung.tasks();
    }
    return runs;
  }

  private static List<Rung> rungs(SearchPlan plan, int candidates, int tasks) {
    return plan.method() == SearchPlan.SearchMethod.HALVING
        ? halving(candidates, tasks, plan.eta())
        : single(candidates, tasks);
  }

  /** Searches to the end, or until the user asks to stop. */
  public SearchResult run(List<Trial.Candidate> candidates) {
    int tasks = search.tasks().size();
    Trial base = evaluator.evaluate(List.of(Trial.of(Trial.Candidate.DEFAULT)), tasks).getFirst();
    Map<Integer, Trial> known = new HashMap<>();
    candidates.forEach(candidate -> known.put(candidate.number(), Trial.of(candidate)));
    List<Trial> alive = candidates.stream().map(Trial::of).toList();
    boolean whole = isDone(base, tasks);
    for (Rung rung : rungs(search.plan(), candidates.size(), tasks)) {
      if (!whole) {
        break;
      }
      alive =
          ranked(alive).stream()
              .filter(trial -> trial.failure().isEmpty())
              .limit(rung.candidates())
              .sorted(Comparator.comparingInt(trial -> trial.candidate().number()))
              .toList();
      alive = evaluator.evaluate(alive, rung.tasks());
      alive.forEach(trial -> known.put(trial.candidate().number(), trial));
      whole = alive.stream().allMatch(trial -> isDone(trial, rung.tasks()));
    }
    return new SearchResult(search.plan().objective(), base, ranked(known.values()), tasks, whole);
  }

  private static boolean isDone(Trial trial, int tasks) {
    return trial.failure().isPresent() || trial.runs().size() == tasks;
  }

  /**
   * The better ones first: those that were tried on more, of these the better score. Those that
   * failed come last. Of two alike the earlier draw comes first.
   */
  private List<Trial> ranked(Iterable<Trial> trials) {
    List<Trial> ranking = new ArrayList<>();
    trials.forEach(ranking::add);
    SearchPlan.Objective objective = search.plan().objective();
    Map<Integer, OptionalDouble> scores = new HashMap<>();
    ranking.forEach(trial -> scores.put(trial.candidate().number(), objective.score(trial.runs())));
    Function<Trial, OptionalDouble> score =
        trial -> scores.getOrDefault(trial.candidate().number(), OptionalDouble.empty());
    ranking.sort(
        Comparator.<Trial, Boolean>comparing(trial -> trial.failure().isPresent())
            .thenComparingInt(trial -> -trial.runs().size())
            .thenComparing((a, b) -> compare(objective, score.apply(a), score.apply(b)))
            .thenComparingInt(trial -> trial.candidate().number()));
    return ranking;
  }

  private static int compare(SearchPlan.Objective objective, OptionalDouble a, OptionalDouble b) {
    if (a.isPresent() && b.isPresent()) {
      return objective.betterFirst().compare(a.getAsDouble(), b.getAsDouble());
    }
    return Boolean.compare(a.isEmpty(), b.isEmpty());
  }

  /**
   * One stage.
   *
   * @param candidates how many go in
   * @param tasks how many each has been tried on at its end
   */
  record Rung(int candidates, int tasks) {}

  /** The only stage of a search that tries all candidates on everything. */
  private static List<Rung> single(int candidates, int tasks) {
    return List.of(new Rung(candidates, tasks));
  }

  /**
   * A bracket of Hyperband (Li et al., algorithm 1, lines 4 to 8): {@code n} candidates, of which
   * one in {@code eta} goes on with {@code eta} times the tasks; as many stages as both allow.
   */
  private static List<Rung> halving(int candidates, int tasks, int eta) {
    int last = Math.min(logarithm(candidates, eta), logarithm(tasks, eta));
    List<Rung> rungs = new ArrayList<>();
    for (int i = 0; i <= last; i++) {
      int part = power(eta, last - i);
      rungs.add(new Rung(candidates / power(eta, i), Math.max(1, tasks / part)));
    }
    return rungs;
  }

  private static int logarithm(int value, int base) {
    int power = 0;
    for (int rest = value; rest >= base; rest /= base) {
      power++;
    }
    return power;
  }

  private static int power(int base, int exponent) {
    int value = 1;
    for (int i = 0; i < exponent; i++) {
      value *= base;
    }
    return value;
  }
}
