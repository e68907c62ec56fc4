package io.smartt.study.compare.suite;

import module java.base;

import io.smartt.experiment.report.Table;
import io.smartt.study.compare.suite.SuiteComparison.SuiteRow;
import io.smartt.study.sweep.SweepTables;

/** The rows of a suite as CSV: times in microseconds, runs that passed as numbers. */
public final class SuiteCsv {
  private SuiteCsv() {}

  /** Returns the table with a row an experiment. */
  public static Table<SuiteRow> table() {
    Table<SuiteRow> table =
        Table.<SuiteRow>csv()
            .column("number", row -> row.experiment().number())
            .column("experiment", row -> row.experiment().name())
            .column("limit_us", row -> row.experiment().limits().tailUs())
            .column("seeds", SuiteRow::seeds);
    runs(table, "", SuiteRow::here);
    runs(table, "reference_", SuiteRow::there);
    return table.column("difference", SuiteRow::difference).column("not_run", SuiteRow::notRun);
  }

  private static void runs(
      Table<SuiteRow> table, String whose, Function<SuiteRow, List<SuiteRow.SuiteResult>> runs) {
    table.column(whose + "runs", row -> runs.apply(row).size());
    SweepTables.mean(table, whose + "last_us", row -> SuiteRow.lastUs(runs.apply(row)));
    table
        .column(whose + "passes", row -> SuiteRow.passes(runs.apply(row)))
        .column(whose + "missed", row -> missed(runs.apply(row)));
  }

  /** Returns what runs missed, each once. */
  public static String missed(List<SuiteRow.SuiteResult> runs) {
    return runs.stream()
        .flatMap(run -> run.failures().stream())
        .distinct()
        .collect(Collectors.joining("; "));
  }
}
