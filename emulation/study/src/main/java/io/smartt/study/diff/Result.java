package io.smartt.study.diff;

import java.util.Map;

/**
 * The result of one side of a comparison: a run, or the runs of a sweep with one combination of
 * values.
 *
 * @param name for tables and legends
 * @param settings what it was, by key
 * @param numbers what it gave, by measure; none where it is unknown
 */
public record Result(String name, Map<String, String> settings, Map<String, Double> numbers) {
  /** Copies the tables. */
  public Result {
    settings = Map.copyOf(settings);
    numbers = Map.copyOf(numbers);
  }
}
