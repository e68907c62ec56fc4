package io.smartt.emulation.report;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * A table whose columns are declared once. CSVs, JSON, Parquet and the page that documents them
 * follow from the declaration. A column without a name is in no CSV, one without a key in no JSON.
 *
 * @param <R> what a row is of
 */
public final class Table<R> {
  private final String file;
  private final boolean exact;
  private final List<Column<R>> columns = new ArrayList<>();

  /** What the cells of a column have. */
  public enum Type {
    WHOLE,
    NUMBER,
    TEXT
  }

  /** Takes the cells of a row in turn. */
  interface Cells {
    Cells field(String value) throws IOException;

    Cells field(long value) throws IOException;

    Cells field(double value) throws IOException;

    Cells field(double value, int decimals) throws IOException;

    /** A time of so many picoseconds, in microseconds. */
    Cells fieldUs(long ps) throws IOException;

    /** What is not known. */
    Cells empty() throws IOException;
  }

  /** Hands over one cell of a row. */
  @FunctionalInterface
  interface Cell<R> {
    Cells put(R row, Cells to) throws IOException;
  }

  /**
   * A column.
   *
   * @param name in CSVs
   * @param key in JSON; one with a dot is in an object of its own
   * @param unit as documented
   * @param optional whether a row may lack it
   */
  public record Column<R>(
      String name, String key, Type type, String unit, boolean optional, Cell<R> cell) {}

  /**
   * A table and its rows.
   *
   * @param <R> what a row is of
   */
  record Filled<R>(Table<R> table, Iterable<R> rows) {
    void csv(Writer out) throws IOException {
      CsvWriter csv = new CsvWriter(out);
      List<Column<R>> named =
          table.columns.stream().filter(column -> !column.name().isEmpty()).toList();
      named.forEach(column -> csv.field(column.name()));
      csv.endRow();
      for (R row : rows) {
        for (Column<R> column : named) {
          column.cell().put(row, csv);
        }
        csv.endRow();
      }
      csv.flush();
    }

    void json(JsonGenerator json, String field) throws IOException {
      json.writeArrayFieldStart(field);
      for (R row : rows) {
        table.json(json, row);
      }
      json.writeEndArray();
    }
  }

  private Table(String file, boolean exact) {
    this.file = file;
    this.exact = exact;
  }

  /** Returns one whose JSON has exact times, and null for what a row lacks. */
  static <R> Table<R> exact(String file) {
    return new Table<>(file, true);
  }

  /** Returns one for charts: its JSON has times to the nanosecond, and not what a row lacks. */
  static <R> Table<R> shown(String file) {
    return new Table<>(file, false);
  }

  /** Returns the name of its CSV; empty if it has none. */
  public String file() {
    return file;
  }

  /** Returns its columns in order. */
  public List<Column<R>> columns() {
    return Collections.unmodifiableList(columns);
  }

  Filled<R> with(Iterable<R> rows) {
    return new Filled<>(this, rows);
  }

  /** Writes a row as an object. */
  void json(JsonGenerator json, R row) throws IOException {
    json.writeStartObject();
    fields(json, row);
    json.writeEndObject();
  }

  /** Writes a row as fields of the object that is open. */
  void fields(JsonGenerator json, R row) throws IOException {
    JsonFields fields = new JsonFields(json, exact);
    for (Column<R> column : columns) {
      if (!column.key().isEmpty()) {
        column.cell().put(row, fields.at(column.key()));
      }
    }
    fields.end();
  }

  Table<R> text(String name, String key, Function<R, String> value) {
    return add(name, key, Type.TEXT, false, (row, to) -> to.field(value.apply(row)));
  }

  /** Adds a text that a row may lack; JSON has it only where it is there. */
  Table<R> textIf(String name, String key, Function<R, Optional<String>> value) {
    return add(
        name,
        key,
        Type.TEXT,
        true,
        (row, to) -> {
          Optional<String> text = value.apply(row);
          return text.isPresent()
              ? to.field(text.get())
              : to instanceof JsonFields ? to : to.empty();
        });
  }

  Table<R> whole(String name, String key, ToLongFunction<R> value) {
    return add(name, key, Type.WHOLE, false, (row, to) -> to.field(value.applyAsLong(row)));
  }

  Table<R> wholeIf(String name, String key, Function<R, OptionalLong> value) {
    return add(
        name,
        key,
        Type.WHOLE,
        true,
        (row, to) -> {
          OptionalLong whole = value.apply(row);
          return whole.isPresent() ? to.field(whole.getAsLong()) : to.empty();
        });
  }

  Table<R> us(String name, String key, ToLongFunction<R> ps) {
    return add(name, key, Type.NUMBER, false, (row, to) -> to.fieldUs(ps.applyAsLong(row)));
  }

  Table<R> usIf(String name, String key, Function<R, OptionalLong> ps) {
    return add(
        name,
        key,
        Type.NUMBER,
        true,
        (row, to) -> {
          OptionalLong time = ps.apply(row);
          return time.isPresent() ? to.fieldUs(time.getAsLong()) : to.empty();
        });
  }

  Table<R> number(String name, String key, ToDoubleFunction<R> value) {
    return add(name, key, Type.NUMBER, false, (row, to) -> to.field(value.applyAsDouble(row)));
  }

  Table<R> numberIf(String name, String key, Function<R, OptionalDouble> value) {
    return add(
        name,
        key,
        Type.NUMBER,
        true,
        (row, to) -> {
          OptionalDouble number = value.apply(row);
          return number.isPresent() ? to.field(number.getAsDouble()) : to.empty();
        });
  }

  /** Adds a number with a number of decimals of its own. */
  Table<R> numberIf(String name, Cell<R> cell) {
    return add(name, "", Type.NUMBER, true, cell);
  }

  /** Adds a distribution, which JSON alone has. */
  Table<R> spread(String key, Function<R, Optional<Distribution>> value) {
    return add(
        "",
        key,
        Type.NUMBER,
        true,
        (row, to) -> {
          ((JsonFields) to).any(value.apply(row));
          return to;
        });
  }

  /** Names the unit of the column that was added last, where its name does not say. */
  Table<R> in(String unit) {
    Column<R> last = columns.removeLast();
    columns.add(
        new Column<>(last.name(), last.key(), last.type(), unit, last.optional(), last.cell()));
    return this;
  }

  private Table<R> add(String name, String key, Type type, boolean optional, Cell<R> cell) {
    columns.add(new Column<>(name, key, type, unit(name), optional, cell));
    return this;
  }

  private static String unit(String name) {
    return name.endsWith("_us")
        ? "us"
        : name.contains("gbytes_s")
            ? "GB/s"
            : name.contains("bytes") ? "B" : name.contains("packets") ? "packets" : "";
  }
}
