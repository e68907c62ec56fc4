package io.smartt.emulation.cli.results;

import module java.base;

import io.smartt.experiment.report.Table;
import io.smartt.switchd.console.TextTable;
import io.smartt.switchd.options.JsonOption;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The columns of a command that prints rows: their keys in JSON and CSV, and their headings in the
 * table that people read.
 *
 * @param <T> what a row describes
 */
public final class RowTable<T> {
  private record Column<T>(String key, Function<T, Object> value) {}

  private record Shown(
      String key, String heading, BiFunction<Map<String, Object>, String, String> cell) {}

  private final List<Column<T>> columns = new ArrayList<>();
  private final List<Shown> shown = new ArrayList<>();

  /** Adds a column that the table for people leaves out. */
  public RowTable<T> hidden(String key, Function<T, Object> value) {
    columns.add(new Column<>(key, value));
    return this;
  }

  /** Adds a column that shows its values as they are. */
  public RowTable<T> text(String key, String heading, Function<T, Object> value) {
    return shown(key, heading, TableCells::text, value);
  }

  /** Adds a column of microseconds. */
  public RowTable<T> time(String key, String heading, Function<T, Object> value) {
    return shown(key, heading, TableCells::time, value);
  }

  /** Adds a column of bytes. */
  public RowTable<T> bytes(String key, String heading, Function<T, Object> value) {
    return shown(key, heading, TableCells::bytes, value);
  }

  private RowTable<T> shown(
      String key,
      String heading,
      BiFunction<Map<String, Object>, String, String> cell,
      Function<T, Object> value) {
    shown.add(new Shown(key, heading, cell));
    return hidden(key, value);
  }

  /** Returns the keys in the order of the columns. */
  List<String> keys() {
    return columns.stream().map(Column::key).toList();
  }

  /** Returns the values of an item by key, in the order of the columns. */
  Map<String, Object> row(T item) {
    Map<String, Object> row = new LinkedHashMap<>();
    columns.forEach(column -> row.put(column.key(), column.value().apply(item)));
    return row;
  }

  /** Returns the table that people read. */
  TextTable table(List<Map<String, Object>> rows) {
    TextTable table = new TextTable(shown.stream().map(Shown::heading).toArray(String[]::new));
    for (Map<String, Object> row : rows) {
      table.row(shown.stream().map(c -> c.cell().apply(row, c.key())).toArray(String[]::new));
    }
    return table;
  }

  /** {@code --json} and {@code --csv} of a command that prints rows. */
  public static final class RowFormat {
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

  /** Formats the values of a row as cells of a table. */
  public static final class TableCells {
    private TableCells() {}

    /** The value as it is; nothing where there is none. */
    static Object value(Map<String, Object> row, String key) {
      return Objects.requireNonNullElse(row.get(key), "");
    }

    /** Returns a cell as text; a dash where there is none. */
    public static String text(Map<String, Object> row, String key) {
      return switch (value(row, key)) {
        case Optional<?> some -> some.map(String::valueOf).orElse("-");
        case Object value -> value.toString();
      };
    }

    /** Microseconds in a fitting unit; a dash where there are none. */
    public static String time(Map<String, Object> row, String key) {
      return switch (value(row, key)) {
        case Double us -> HumanFormat.time(us);
        case OptionalDouble us when us.isPresent() -> HumanFormat.time(us.getAsDouble());
        case Optional<?> us when us.orElse(null) instanceof Double there -> HumanFormat.time(there);
        default -> "-";
      };
    }

    /** Bytes in a fitting unit; a dash where there are none. */
    public static String bytes(Map<String, Object> row, String key) {
      return value(row, key) instanceof Long bytes ? HumanFormat.bytes(bytes) : "-";
    }
  }
}
