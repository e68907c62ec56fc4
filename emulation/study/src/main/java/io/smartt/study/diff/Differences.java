package io.smartt.study.diff;

import module java.base;

import io.smartt.base.input.Sha256;
import io.smartt.experiment.report.Measure;

/** The differences between results, the first of which the others are compared with. */
public final class Differences {
  /** Enough of a hash to tell texts apart. */
  private static final int HASH_DIGITS = 12;

  private final List<Result> results;

  /**
   * @param results at least two
   */
  public Differences(List<Result> results) {
    this.results = List.copyOf(results);
  }

  /**
   * A number of each result.
   *
   * @param values in the order of the results; empty where it is unknown
   */
  public record Row(Measure.Part measure, List<Optional<Double>> values) {
    /** Returns whether all results have the same. */
    public boolean isSame() {
      return values.stream().distinct().count() == 1;
    }

    /** A result's value by the first one's, less 1; empty where there is nothing to divide by. */
    public Optional<Double> change(int result) {
      Optional<Double> first = values.getFirst();
      Optional<Double> other = values.get(result);
      return first.isPresent() && other.isPresent() && first.get() != 0
          ? Optional.of(other.get() / first.get() - 1)
          : Optional.empty();
    }
  }

  public List<Result> results() {
    return results;
  }

  /** Returns a row for each measure that at least one of the results has. */
  public List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (Measure.Part measure : Measure.compared()) {
      List<Optional<Double>> values =
          results.stream()
              .map(result -> Optional.ofNullable(result.numbers().get(measure.key())))
              .toList();
      if (values.stream().anyMatch(Optional::isPresent)) {
        rows.add(new Row(measure, values));
      }
    }
    return rows;
  }

  /** Returns a setting's value for a table: of a text of several lines a hash and how many. */
  public static String shown(String value) {
    long lines = value.lines().count();
    if (lines < 2) {
      return value;
    }
    return Sha256.beginning(value, HASH_DIGITS / 2) + ", differs (" + lines + " lines)";
  }

  /** Returns the settings that are not the same in all results: values by key; empty for none. */
  public Map<String, List<String>> settings() {
    TreeSet<String> keys = new TreeSet<>();
    results.forEach(result -> keys.addAll(result.settings().keySet()));
    Map<String, List<String>> differing = new LinkedHashMap<>();
    for (String key : keys) {
      List<String> values =
          results.stream().map(result -> result.settings().getOrDefault(key, "")).toList();
      if (values.stream().distinct().count() > 1) {
        differing.put(key, values);
      }
    }
    return differing;
  }

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
}
