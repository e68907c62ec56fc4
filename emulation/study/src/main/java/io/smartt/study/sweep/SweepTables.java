package io.smartt.study.sweep;

import module java.base;

import io.smartt.experiment.report.Measure;
import io.smartt.experiment.report.Table;
import io.smartt.experiment.settings.SettingKeys;

/**
 * The CSVs of a sweep. Of the machine and the wall clock they have nothing but whether a run in
 * real time was late, so that a sweep in virtual time gives the same whether it was interrupted or
 * not and however many runs went side by side.
 */
public final class SweepTables {
  private static final String SEED = SettingKeys.SEED.name();

  private SweepTables() {}

  /** The numbers of {@code summary.json} that the tables have, with dots between keys. */
  public static List<String> measures() {
    return Measure.swept().stream().map(Measure.Part::key).toList();
  }

  /** A row a run: the varied settings, how it ended, and its numbers. */
  public static void runs(Writer out, List<String> varied, List<FinishedRun> runs)
      throws IOException {
    Table<FinishedRun> table = Table.csv();
    varied.forEach(key -> table.column(key, run -> run.point().getOrDefault(key, "")));
    table
        .column("status", FinishedRun::status)
        .column("timely", run -> run.summary().path("timely").asText(""));
    Measure.swept().forEach(part -> table.column(part.column(), run -> run.number(part.key())));
    table.write(out, runs.stream());
  }

  private record Group(
      Map<String, String> point, List<FinishedRun> runs, List<FinishedRun> completed) {
    Group(Map<String, String> point, List<FinishedRun> runs) {
      this(point, runs, runs.stream().filter(FinishedRun::completed).toList());
    }
  }

  /** Writes one row for each combination of varied values: means with 95 % intervals over seeds. */
  public static void means(Writer out, List<String> varied, List<FinishedRun> runs)
      throws IOException {
    Table<Group> table = Table.csv();
    varied.stream()
        .filter(key -> !key.equals(SEED))
        .forEach(key -> table.column(key, group -> group.point().getOrDefault(key, "")));
    table
        .column("runs", group -> group.runs().size())
        .column("completed", group -> group.completed().size())
        .column("late", group -> group.completed().stream().filter(FinishedRun::late).count());
    for (Measure.Part part : Measure.swept()) {
      mean(
          table,
          part.column(),
          group ->
              Optional.of(values(group.completed(), part.key()))
                  .filter(values -> values.length > 0)
                  .map(MeanWithInterval::of));
    }
    table.write(
        out,
        overSeeds(runs).entrySet().stream()
            .map(group -> new Group(group.getKey(), group.getValue())));
  }

  /** Adds columns of a mean and of the half width of its interval. */
  public static <R> void mean(
      Table<R> table, String name, Function<R, Optional<MeanWithInterval>> mean) {
    table
        .column(name + "_mean", row -> mean.apply(row).map(MeanWithInterval::mean))
        .column(name + "_ci95", row -> mean.apply(row).map(MeanWithInterval::halfWidth));
  }

  /** Runs that differ in nothing but the seed, by what else is varied, in order. */
  public static Map<Map<String, String>, List<FinishedRun>> overSeeds(List<FinishedRun> runs) {
    Map<Map<String, String>, List<FinishedRun>> groups = new LinkedHashMap<>();
    for (FinishedRun run : runs) {
      Map<String, String> point = new LinkedHashMap<>(run.point());
      point.remove(SEED);
      groups.computeIfAbsent(point, _ -> new ArrayList<>()).add(run);
    }
    return groups;
  }

  /** A number of each run that has it. */
  public static double[] values(List<FinishedRun> runs, String key) {
    return runs.stream()
        .map(run -> run.number(key))
        .filter(OptionalDouble::isPresent)
        .mapToDouble(OptionalDouble::getAsDouble)
        .toArray();
  }
}
