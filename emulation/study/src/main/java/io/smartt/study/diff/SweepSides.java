package io.smartt.study.diff;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.report.CsvReader;
import io.smartt.experiment.report.Measure;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.study.diff.Differences.Result;

/**
 * Sweeps compared by what they share: the runs of each with the same values of the settings that
 * all of them vary. Where a sweep varies more, or several seeds, numbers are means of completed
 * runs.
 */
public final class SweepSides {
  private static final String RUNS = "sweep.csv";
  private static final String STATUS = "status";
  private static final String SEED = SettingKeys.SEED.name();

  private final List<String> shared;
  private final Map<Map<String, String>, Differences> byPoint;
  private final List<Map<Map<String, String>, Map<String, List<Double>>>> runs;

  private SweepSides(
      List<String> shared,
      Map<Map<String, String>, Differences> byPoint,
      List<Map<Map<String, String>, Map<String, List<Double>>>> runs) {
    this.shared = shared;
    this.byPoint = byPoint;
    this.runs = runs;
  }

  /** Returns whether a folder is that of a sweep. */
  public static boolean isSweep(Path folder) {
    return Files.isRegularFile(folder.resolve(RUNS));
  }

  /**
   * Reads sweeps.
   *
   * @param labels how they are called in tables, one a folder
   * @throws UserInputException if they share no combination
   */
  public static SweepSides read(List<Path> folders, List<String> labels) {
    List<List<CsvReader.Row>> sweeps = new ArrayList<>();
    for (Path folder : folders) {
      List<CsvReader.Row> rows = new ArrayList<>();
      CsvReader.each(folder.resolve(RUNS), rows::add);
      sweeps.add(rows);
    }
    List<String> shared = new ArrayList<>(varied(sweeps.getFirst()));
    sweeps.forEach(sweep -> shared.retainAll(varied(sweep)));
    shared.remove(SEED);
    List<Map<Map<String, String>, Map<String, List<Double>>>> runs =
        sweeps.stream().map(sweep -> completed(sweep, shared)).toList();
    List<Map<Map<String, String>, Map<String, Double>>> means =
        runs.stream().map(SweepSides::means).toList();
    Map<Map<String, String>, Differences> byPoint = new LinkedHashMap<>();
    for (Map<String, String> point : means.getFirst().keySet()) {
      if (means.stream().allMatch(sweep -> sweep.containsKey(point))) {
        List<Result> results = new ArrayList<>();
        for (int i = 0; i < means.size(); i++) {
          Map<String, Double> numbers = means.get(i).getOrDefault(point, Map.of());
          results.add(new Result(labels.get(i), point, numbers));
        }
        byPoint.put(point, new Differences(results));
      }
    }
    if (byPoint.isEmpty()) {
      throw new UserInputException(
          "the sweeps share no combination: they vary "
              + String.join(
                  "; ", sweeps.stream().map(sweep -> String.join(", ", varied(sweep))).toList()));
    }
    return new SweepSides(shared, byPoint, runs);
  }

  private static List<String> varied(List<CsvReader.Row> rows) {
    if (rows.isEmpty()) {
      return List.of();
    }
    List<String> columns = rows.getFirst().names();
    return columns.subList(0, Math.max(0, columns.indexOf(STATUS)));
  }

  private static Map<Map<String, String>, Map<String, List<Double>>> completed(
      List<CsvReader.Row> rows, List<String> shared) {
    Map<Map<String, String>, Map<String, List<Double>>> all = new LinkedHashMap<>();
    for (CsvReader.Row row : rows) {
      if (row.text(STATUS).equals("completed")) {
        Map<String, String> point = new TreeMap<>();
        shared.forEach(key -> point.put(key, row.text(key)));
        Map<String, List<Double>> numbers = all.computeIfAbsent(point, _ -> new HashMap<>());
        for (Measure.Part measure : Measure.compared()) {
          row.known(measure.column())
              .map(Double::valueOf)
              .ifPresent(value ->
                  numbers.computeIfAbsent(measure.key(), _ -> new ArrayList<>()).add(value));
        }
      }
    }
    return all;
  }

  private static Map<Map<String, String>, Map<String, Double>> means(
      Map<Map<String, String>, Map<String, List<Double>>> all) {
    Map<Map<String, String>, Map<String, Double>> means = new LinkedHashMap<>();
    all.forEach((point, numbers) -> {
      Map<String, Double> mean = new HashMap<>();
      numbers.forEach((key, values) ->
          mean.put(key, values.stream().mapToDouble(value -> value).average().orElseThrow()));
      means.put(point, mean);
    });
    return means;
  }

  /** Returns the settings that all sweeps vary, seeds left out. */
  public List<String> shared() {
    return List.copyOf(shared);
  }

  /** Returns a measure of each completed run of one sweep with a combination of values. */
  public List<Double> runs(int sweep, Map<String, String> point, Measure.Part measure) {
    return runs.get(sweep).getOrDefault(point, Map.of()).getOrDefault(measure.key(), List.of());
  }

  /** Returns the differences for each combination that all sweeps have. */
  public Map<Map<String, String>, Differences> byPoint() {
    return byPoint;
  }
}
