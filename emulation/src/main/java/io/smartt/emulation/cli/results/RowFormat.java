package io.smartt.emulation.cli.results;

import io.smartt.experiment.report.CsvWriter;
import io.smartt.switchd.options.JsonOption;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
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
    StringWriter text = new StringWriter();
    CsvWriter csv = new CsvWriter(text);
    try {
      csv.fields(columns.toArray(String[]::new)).endRow();
      for (Map<String, Object> row : rows) {
        for (String column : columns) {
          field(csv, TableCells.value(row, column));
        }
        csv.endRow();
      }
      csv.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void field(CsvWriter csv, Object value) {
    switch (value) {
      case OptionalDouble number when number.isPresent() -> csv.field(number.getAsDouble());
      case OptionalDouble _ -> csv.empty();
      case Optional<?> some -> some.ifPresentOrElse(each -> field(csv, each), csv::empty);
      case Double number -> csv.field(number.doubleValue());
      case Number number -> csv.field(number.longValue());
      default -> csv.field(String.valueOf(value));
    }
  }
}
