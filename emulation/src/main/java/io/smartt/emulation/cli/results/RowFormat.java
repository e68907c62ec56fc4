package io.smartt.emulation.cli.results;

import module java.base;

import io.smartt.experiment.report.Table;
import io.smartt.switchd.options.JsonOption;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code --json} and {@code --csv} of a command that prints rows. */
public final class RowFormat {
  @Mixin private JsonOption json = new JsonOption();

  @Option(names = "--csv", description = "Prints CSV, and nothing else.")
  private boolean csv;

  /** Returns one row for each item, in the format that the user chose. */
  public <T> String text(RowTable<T> table, List<T> items) {
    List<Map<String, Object>> rows = items.stream().map(table::row).toList();
    return json.wanted()
        ? Json.pretty(rows)
        : csv ? csv(table.keys(), rows) : table.table(rows).toString();
  }

  private static String csv(List<String> columns, List<Map<String, Object>> rows) {
    Table<Map<String, Object>> table = Table.csv();
    columns.forEach(column -> table.column(column, row -> TableCells.value(row, column)));
    return table.text(rows);
  }
}
