package io.smartt.emulation.cli.run;

import module java.base;

import io.smartt.study.compare.suite.SuiteCsv;
import io.smartt.study.compare.suite.SuiteRow;
import io.smartt.switchd.text.TextTable;

/** The rows of a validation suite for people. */
final class SuiteTable {
  private SuiteTable() {}

  /** A row an experiment. */
  static String of(List<SuiteRow> rows) {
    TextTable table =
        new TextTable(
            "", "experiment", "limit us", "last us", "passes", "htsim_uec us", "passes", "", "");
    for (SuiteRow row : rows) {
      table.row(
          Integer.toString(row.experiment().number()),
          row.experiment().name(),
          row.experiment().limits().tailUs().stream()
              .mapToObj(Long::toString)
              .findFirst()
              .orElse("-"),
          last(row.here()),
          passes(row.here()),
          last(row.there()),
          passes(row.there()),
          row.difference()
              .map(share -> String.format(Locale.ROOT, "%+.1f %%", 100 * share))
              .orElse(""),
          remark(row));
    }
    return table.toString();
  }

  private static String last(List<SuiteRow.SuiteResult> runs) {
    return SuiteRow.lastUs(runs)
        .map(mean -> String.format(Locale.ROOT, "%.1f", mean.mean()))
        .orElse("");
  }

  /** Writes yes or no for one run, and for several how many passed. */
  private static String passes(List<SuiteRow.SuiteResult> runs) {
    long passed = SuiteRow.passes(runs);
    return switch (runs.size()) {
      case 0 -> "";
      case 1 -> passed == 1 ? "yes" : "no";
      default -> passed + " of " + runs.size();
    };
  }

  private static String remark(SuiteRow row) {
    if (row.notRun().isPresent()) {
      return "not run: " + row.notRun().get();
    }
    return row.isComplete() ? SuiteCsv.missed(row.here()) : "no result";
  }
}
