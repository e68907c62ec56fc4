package io.smartt.emulation.sweep;

import io.smartt.emulation.report.CsvWriter;
import io.smartt.emulation.settings.SettingKeys;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * The CSVs of a sweep. Of the machine and the wall clock they have nothing but whether a run in
 * real time was late, so that a sweep in virtual time gives the same whether it was interrupted or
 * not and however many runs went side by side.
 */
public final class SweepTables {
  /** Numbers of a run, by their key in {@code summary.json}, with the name of their column. */
  private static final Map<String, String> COLUMNS = columns();

  private static final String SEED = SettingKeys.SEED.name();

  private SweepTables() {}

  private static Map<String, String> columns() {
    Map<String, String> columns = new LinkedHashMap<>();
    columns.put("flows.count", "flows");
    columns.put("flows.finished", "finished");
    for (String part : List.of("min", "median", "p99", "max")) {
      columns.put("fctUs." + part, "fct_us_" + part);
    }
    for (String part : List.of("min", "median", "p99", "max")) {
      columns.put("slowdown." + part, "slowdown_" + part);
    }
    columns.put("lastFinishUs", "last_finish_us");
    columns.put("jain", "jain");
    columns.put("trims", "trims");
    columns.put("marks", "marks");
    columns.put("drops", "drops");
    columns.put("retransmissions", "retransmissions");
    columns.put("timeouts", "timeouts");
    columns.put("bytesDelivered", "bytes_delivered");
    columns.put("packetHops", "packet_hops");
    return columns;
  }

  /** The numbers of {@code summary.json} that the tables have, with dots between keys. */
  public static Set<String> measures() {
    return Collections.unmodifiableSet(COLUMNS.keySet());
  }

  /** A row a run: the varied settings, how it ended, and its numbers. */
  public static void runs(Writer out, List<String> varied, List<FinishedRun> runs)
      throws IOException {
    CsvWriter csv = new CsvWriter(out);
    varied.forEach(csv::field);
    csv.fields("status", "timely");
    COLUMNS.values().forEach(csv::field);
    csv.endRow();
    for (FinishedRun run : runs) {
      varied.forEach(key -> csv.field(run.point().getOrDefault(key, "")));
      csv.field(run.status()).field(run.summary().path("timely").asText(""));
      COLUMNS.keySet().forEach(key -> number(csv, run.number(key)));
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
    COLUMNS.values().forEach(column -> csv.fields(column + "_mean", column + "_ci95"));
    csv.endRow();
    for (Map.Entry<Map<String, String>, List<FinishedRun>> group : overSeeds(runs).entrySet()) {
      keys.forEach(key -> csv.field(group.getKey().getOrDefault(key, "")));
      List<FinishedRun> completed =
          group.getValue().stream().filter(FinishedRun::completed).toList();
      csv.field(group.getValue().size()).field(completed.size());
      csv.field(completed.stream().filter(FinishedRun::late).count());
      for (String key : COLUMNS.keySet()) {
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
