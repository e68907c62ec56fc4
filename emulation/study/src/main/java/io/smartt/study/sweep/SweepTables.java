package io.smartt.study.sweep;

import io.smartt.experiment.report.CsvWriter;
import io.smartt.experiment.report.Measure;
import io.smartt.experiment.settings.SettingKeys;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

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
    CsvWriter csv = new CsvWriter(out);
    varied.forEach(csv::field);
    csv.fields("status", "timely");
    Measure.swept().forEach(part -> csv.field(part.column()));
    csv.endRow();
    for (FinishedRun run : runs) {
      varied.forEach(key -> csv.field(run.point().getOrDefault(key, "")));
      csv.field(run.status()).field(run.summary().path("timely").asText(""));
      measures().forEach(key -> number(csv, run.number(key)));
      csv.endRow();
    }
    csv.flush();
  }

  /** Writes one row for each combination of varied values: means with 95 % intervals over seeds. */
  public static void means(Writer out, List<String> varied, List<FinishedRun> runs)
      throws IOException {
    List<String> keys = varied.stream().filter(key -> !key.equals(SEED)).toList();
    CsvWriter csv = new CsvWriter(out);
    keys.forEach(csv::field);
    csv.fields("runs", "completed", "late");
    Measure.swept().forEach(part -> csv.fields(part.column() + "_mean", part.column() + "_ci95"));
    csv.endRow();
    for (Map.Entry<Map<String, String>, List<FinishedRun>> group : overSeeds(runs).entrySet()) {
      keys.forEach(key -> csv.field(group.getKey().getOrDefault(key, "")));
      List<FinishedRun> completed =
          group.getValue().stream().filter(FinishedRun::completed).toList();
      csv.field(group.getValue().size()).field(completed.size());
      csv.field(completed.stream().filter(FinishedRun::late).count());
      for (String key : measures()) {
        double[] values = values(completed, key);
        if (values.length == 0) {
          csv.empty().empty();
        } else {
          MeanWithInterval mean = MeanWithInterval.of(values);
          csv.field(mean.mean());
          number(csv, mean.halfWidth());
        }
      }
      csv.endRow();
    }
    csv.flush();
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

  private static void number(CsvWriter csv, OptionalDouble value) {
    if (value.isPresent()) {
      csv.field(value.getAsDouble());
    } else {
      csv.empty();
    }
  }
}
