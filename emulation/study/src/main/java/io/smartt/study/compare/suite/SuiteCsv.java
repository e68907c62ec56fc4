package io.smartt.study.compare.suite;

import io.smartt.experiment.report.CsvWriter;
import io.smartt.study.sweep.MeanWithInterval;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The rows of a suite as CSV: times in microseconds, runs that passed as numbers. */
public final class SuiteCsv {
  private SuiteCsv() {}

  /** Writes a row an experiment. */
  public static void write(Writer out, List<SuiteRow> rows) throws IOException {
    CsvWriter csv = new CsvWriter(out);
    csv.fields("number", "experiment", "limit_us", "seeds", "runs", "last_us_mean", "last_us_ci95");
    csv.fields("passes", "missed", "reference_runs", "reference_last_us_mean");
    csv.fields("reference_last_us_ci95", "reference_passes", "reference_missed", "difference");
    csv.field("not_run");
    csv.endRow();
    for (SuiteRow row : rows) {
      csv.field(row.experiment().number()).field(row.experiment().name());
      row.experiment().limits().tailUs().ifPresentOrElse(csv::field, csv::empty);
      csv.field(row.seeds());
      runs(csv, row.here());
      runs(csv, row.there());
      row.difference().ifPresentOrElse(csv::field, csv::empty);
      csv.field(row.notRun().orElse(""));
      csv.endRow();
    }
    csv.flush();
  }

  private static void runs(CsvWriter csv, List<SuiteRow.SuiteResult> runs) {
    csv.field(runs.size());
    Optional<MeanWithInterval> last = SuiteRow.lastUs(runs);
    last.ifPresentOrElse(mean -> csv.field(mean.mean()), csv::empty);
    last.map(MeanWithInterval::halfWidth)
        .filter(width -> width.isPresent())
        .ifPresentOrElse(width -> csv.field(width.getAsDouble()), csv::empty);
    csv.field(SuiteRow.passes(runs)).field(missed(runs));
  }

  /** Returns what runs missed, each once. */
  public static String missed(List<SuiteRow.SuiteResult> runs) {
    return runs.stream()
        .flatMap(run -> run.failures().stream())
        .distinct()
        .collect(Collectors.joining("; "));
  }
}
