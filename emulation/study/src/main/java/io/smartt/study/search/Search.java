package io.smartt.study.search;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.SettingsCatalog;
import io.smartt.study.search.SearchResult.Trial.Candidate;
import io.smartt.study.sweep.Sweep;
import io.smartt.study.sweep.ValueRange;

/**
 * The space that is searched.
 *
 * @param catalog settings there are
 * @param profile that the settings come from: a name or the path of a file
 * @param settings that are the same in every run, by key
 * @param varied the values of each setting that candidates differ in, by key, in order
 * @param over values of the settings that make the tasks, by key: seeds and scenarios
 * @param plan how to search
 */
public record Search(
    SettingsCatalog catalog,
    String profile,
    Map<String, String> settings,
    Map<String, Search.Domain> varied,
    Map<String, List<String>> over,
    SearchPlan plan) {
  private static final String SEED = SettingKeys.SEED.name();

  /** The number of draws for each candidate: a small space may have fewer than are wanted. */
  private static final int TRIES = 50;

  /** Refuses what cannot be searched. */
  public Search {
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    varied = Collections.unmodifiableMap(new LinkedHashMap<>(varied));
    over = Collections.unmodifiableMap(new LinkedHashMap<>(over));
    if (varied.isEmpty()) {
      throw new UserInputException("a search varies at least one setting (vary)");
    }
    if (varied.containsKey(SEED)) {
      throw new UserInputException(
          "vary seed: a search tries each candidate over seeds; write it under 'over' (--over)");
    }
    for (String key : varied.keySet()) {
      requireOnce(key, settings, over);
    }
    for (String key : over.keySet()) {
      requireOnce(key, settings, Map.of());
    }
  }

  private static void requireOnce(
      String key, Map<String, String> settings, Map<String, List<String>> over) {
    if (settings.containsKey(key)) {
      throw new UserInputException(key + ": is both set and varied");
    }
    if (over.containsKey(key)) {
      throw new UserInputException(key + ": is under both 'vary' and 'over'");
    }
  }

  /**
   * Returns what each candidate may be tried on, as settings: first all scenarios with the first
   * seed.
   */
  public List<Map<String, String>> tasks() {
    Map<String, List<String>> seedsFirst = new LinkedHashMap<>();
    if (over.containsKey(SEED)) {
      seedsFirst.put(SEED, over.getOrDefault(SEED, List.of()));
    }
    over.forEach(seedsFirst::putIfAbsent);
    List<Map<String, String>> tasks = new ArrayList<>();
    for (Map<String, String> task : Sweep.combinations(seedsFirst)) {
      Map<String, String> ordered = new LinkedHashMap<>();
      over.keySet().forEach(key -> ordered.put(key, task.getOrDefault(key, "")));
      tasks.add(ordered);
    }
    return tasks;
  }

  /**
   * The candidates, the same each time: every combination, or as many as the plan says of those
   * that differ.
   *
   * @param acting what of a candidate's settings acts; the others are left out of it
   */
  public List<Candidate> candidates(UnaryOperator<Map<String, String>> acting) {
    Set<Map<String, String>> points = new LinkedHashSet<>();
    OptionalLong all = combinations();
    if (plan.method() == SearchPlan.SearchMethod.GRID
        || (all.isPresent() && all.getAsLong() <= plan.candidates())) {
      Map<String, List<String>> listed = new LinkedHashMap<>();
      varied.forEach((key, domain) -> listed.put(key, listed(key, domain)));
      Sweep.combinations(listed).forEach(point -> points.add(acting.apply(point)));
    } else {
      SplittableRandom random = new SplittableRandom(plan.seed());
      for (int i = 0; i < TRIES * plan.candidates() && points.size() < plan.candidates(); i++) {
        Map<String, String> point = new LinkedHashMap<>();
        varied.forEach((key, domain) -> point.put(key, domain.draw(random)));
        points.add(acting.apply(point));
      }
    }
    List<Candidate> candidates = new ArrayList<>();
    points.forEach(point -> candidates.add(new Candidate(candidates.size() + 1, point)));
    return candidates;
  }

  /** Returns how many combinations there are; empty if a range is open. */
  private OptionalLong combinations() {
    double product = 1;
    for (Domain domain : varied.values()) {
      if (!(domain instanceof Domain.Listed(List<String> values))) {
        return OptionalLong.empty();
      }
      product *= values.size();
    }
    return product > Integer.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of((long) product);
  }

  private static List<String> listed(String key, Domain domain) {
    return switch (domain) {
      case Domain.Listed(List<String> values) -> values;
      case Domain.Open(var range) -> UserInputException.at("vary " + key, range::listed);
    };
  }

  /** The values that a varied setting may have. */
  public sealed interface Domain {
    /** Whole numbers up to so many are a list. */
    BigDecimal MOST_LISTED = BigDecimal.valueOf(1000);

    /**
     * Values.
     *
     * @param values at least one
     */
    record Listed(List<String> values) implements Domain {
      /** Copies the list. */
      public Listed {
        values = List.copyOf(values);
      }

      @Override
      public String draw(RandomGenerator random) {
        return values.get(random.nextInt(values.size()));
      }

      @Override
      public List<String> examples() {
        return values;
      }
    }

    /**
     * Any number of a range.
     *
     * @param range the range
     */
    record Open(ValueRange range) implements Domain {
      @Override
      public String draw(RandomGenerator random) {
        return range.draw(random);
      }

      @Override
      public List<String> examples() {
        return List.of(
            range.from().toPlainString() + range.unit(), range.to().toPlainString() + range.unit());
      }
    }

    /** One of the values, each as likely. */
    String draw(RandomGenerator random);

    /** Values that a setting must take if it is to take all: the listed ones, or both ends. */
    List<String> examples();

    /**
     * The domain that a user wrote.
     *
     * @param items values and ranges
     * @throws UserInputException if they are none
     */
    static Domain of(List<String> items) {
      if (items.size() == 1) {
        Optional<ValueRange> range = ValueRange.of(items.getFirst()).filter(Domain::isOpen);
        if (range.isPresent()) {
          return new Open(range.get());
        }
      }
      return new Listed(Sweep.VariedValues.ofItems(items));
    }

    private static boolean isOpen(ValueRange range) {
      return range.steps().isEmpty()
          && (!range.whole()
              || range.logarithmic()
              || range.to().subtract(range.from()).compareTo(MOST_LISTED) > 0);
    }
  }
}
