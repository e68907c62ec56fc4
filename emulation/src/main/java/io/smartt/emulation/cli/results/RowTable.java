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

  private record Shown<T>(String heading, Function<T, String> cell) {}

  private final List<Column<T>> columns = new ArrayList<>();
  private final List<Shown<T>> shown = new ArrayList<>();

  /** Adds a column that the table for people leaves out. */
  public RowTable<T> hidden(String key, Function<T, Object> value) {
    columns.add(new Column<>(key, value));
    return this;
  }

  /** Adds a column that shows its values as they are, and a dash where there is none. */
  public RowTable<T> text(String key, String heading, Function<T, Object> value) {
    return shown(key, heading, value, value.andThen(RowTable::text));
  }

  /** Adds a column of microseconds in fitting units. */
  public RowTable<T> time(String key, String heading, Function<T, Object> value) {
    return shown(key, heading, value, value.andThen(RowTable::time));
  }

  private static String text(Object value) {
    return value instanceof Optional<?> some
        ? some.map(String::valueOf).orElse("-")
        : value.toString();
  }

  private static String time(Object value) {
    return switch (value) {
      case Double us -> HumanFormat.time(us);
      case OptionalDouble us when us.isPresent() -> HumanFormat.time(us.getAsDouble());
      case Optional<?> us when us.orElse(null) instanceof Double some -> HumanFormat.time(some);
      default -> "-";
    };
  }

  /** Adds a column of bytes in fitting units. */
  public RowTable<T> bytes(String key, String heading, Function<T, Object> value) {
    return shown(
        key,
        heading,
        value,
        item -> value.apply(item) instanceof Long bytes ? HumanFormat.bytes(bytes) : "-");
  }

  /** Adds a column that shows its items in a way of its own. */
  public RowTable<T> shown(
      String key, String heading, Function<T, Object> value, Function<T, String> cell) {
    shown.add(new Shown<>(heading, cell));
    return hidden(key, value);
  }

  /** Returns the values of each item by key, in the order of the columns, for {@link Json}. */
  public List<Map<String, Object>> rows(List<T> items) {
    return items.stream().map(this::row).toList();
  }

  private Map<String, Object> row(T item) {
    Map<String, Object> row = new LinkedHashMap<>();
    columns.forEach(column -> row.put(column.key(), column.value().apply(item)));
    return row;
  }

  /** Returns the table that people read. */
  public TextTable table(List<T> items) {
    TextTable table = new TextTable(shown.stream().map(Shown::heading).toArray(String[]::new));
    for (T item : items) {
      table.row(shown.stream().map(column -> column.cell().apply(item)).toArray(String[]::new));
    }
    return table;
  }

  private String csv(List<T> items) {
    Table<T> table = Table.csv();
    columns.forEach(column -> table.column(column.key(), column.value()));
    return table.text(items);
  }

  /** {@code --json} and {@code --csv} of a command that prints rows. */
  public static final class RowFormat {
    @Mixin private JsonOption json = new JsonOption();

    @Option(names = "--csv", description = "Prints CSV, and nothing else.")
    private boolean csv;

    /** Returns one row for each item, in the format that the user chose. */
    public <T> String text(RowTable<T> table, List<T> items) {
      return json.wanted()
          ? Json.pretty(table.rows(items))
          : csv ? table.csv(items) : table.table(items).toString();
    }
  }
}
