package io.smartt.emulation.cli.run;

import module java.base;

import io.smartt.study.compare.ComparedRow;
import io.smartt.study.sweep.MeanWithInterval;
import io.smartt.switchd.text.TextTable;

/** The rows of a reference's scenarios for people. */
final class ReferenceTable {
  private ReferenceTable() {}

  /** A row a scenario and set of constants. */
  static String of(List<ComparedRow> rows) {
    TextTable table =
        new TextTable(
            "scenario",
            "constants",
            "median us",
            "theirs",
            "",
            "max us",
            "theirs",
            "",
            "min",
            "Jain",
            "theirs",
            "KS",
            "trims",
            "theirs",
            "agrees");
    for (ComparedRow row : rows) {
      table.row(
          row.scenario().name(),
          row.constants().spelling(),
          mean(row.medianUs(), "%.2f"),
          String.format(Locale.ROOT, "%.2f", row.scenario().medianUs()),
          percent(row.medianDifference()),
          mean(row.maxUs(), "%.2f"),
          String.format(Locale.ROOT, "%.2f", row.scenario().maxUs()),
          percent(row.maxDifference()),
          percent(row.flows().map(ComparedRow.FlowComparison::leastDifference)),
          number(row.flows().map(ComparedRow.FlowComparison::jain)),
          number(row.flows().map(ComparedRow.FlowComparison::referenceJain)),
          number(row.flows().map(ComparedRow.FlowComparison::shape)),
          mean(row.trims(), "%,.0f"),
          String.format(Locale.ROOT, "%,d", row.scenario().trims()),
          row.agrees().map(agrees -> agrees ? "yes" : "no").orElse("not run"));
    }
    return table.toString();
  }

  private static String mean(Optional<MeanWithInterval> value, String format) {
    return value.map(mean -> String.format(Locale.ROOT, format, mean.mean())).orElse("-");
  }

  private static String number(Optional<Double> value) {
    return value.map(number -> String.format(Locale.ROOT, "%.3f", number)).orElse("");
  }

  private static String percent(Optional<Double> difference) {
    return difference.map(share -> String.format(Locale.ROOT, "%+.1f %%", 100 * share)).orElse("");
  }
}
