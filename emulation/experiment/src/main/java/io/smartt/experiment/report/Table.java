package io.smartt.experiment.report;

import module java.base;

import com.fasterxml.jackson.core.JsonGenerator;
import io.smartt.base.input.FileErrors;

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
  private Function<R, Object> shared = row -> row;
  private int sharedColumns;

  /** The types of a column's cells. */
  public enum Type {
    WHOLE,
    NUMBER,
    /** Microseconds, of picoseconds. */
    US,
    TEXT
  }

  /**
   * A column.
   *
   * @param name in CSVs
   * @param key in JSON; one with a dot is in an object of its own
   * @param unit as documented
   * @param value of a row: a number, a text or a distribution, or an optional one
   */
  public record Column<R>(String name, String key, Type type, String unit, Function<R, ?> value) {
    Optional<Object> of(R row) {
      return known(value.apply(row));
    }
  }

  /** A number that is not negative, with so many decimals at most. */
  record Decimal(double value, int decimals) {}

  /**
   * A table and its rows.
   *
   * @param <R> what a row is of
   */
  record Filled<R>(Table<R> table, Supplier<Stream<R>> rows) {
    void csv(Writer out) throws IOException {
      CsvWriter csv = new CsvWriter(out);
      List<Column<R>> named =
          table.columns.stream().filter(column -> !column.name().isEmpty()).toList();
      named.forEach(column -> csv.field(column.name()));
      csv.endRow();
      RowWriter<R> writer = new RowWriter<>(csv, named, table.shared, table.sharedColumns);
      try {
        rows.get().forEachOrdered(writer::write);
        csv.flush();
      } catch (UncheckedIOException e) {
        throw e.getCause();
      }
    }

    void json(JsonGenerator json, String field) throws IOException {
      json.writeArrayFieldStart(field);
      for (R row : rows.get().toList()) {
        table.json(json, row);
      }
      json.writeEndArray();
    }
  }

  /** Writes rows; the text of cells that rows share once for all of them that follow. */
  private static final class RowWriter<R> {
    private final CsvWriter csv;
    private final List<Column<R>> columns;
    private final List<Column<R>> own;
    private final Function<R, Object> shared;
    private Object last = "";
    private String cells = "";

    RowWriter(
        CsvWriter csv, List<Column<R>> columns, Function<R, Object> shared, int sharedColumns) {
      this.csv = csv;
      this.columns = columns.subList(0, sharedColumns);
      this.own = columns.subList(sharedColumns, columns.size());
      this.shared = shared;
    }

    void write(R row) {
      if (!columns.isEmpty()) {
        Object now = shared.apply(row);
        if (now.equals(last)) {
          csv.again(cells);
        } else {
          last = now;
          cells = csv.firstCells(columns, row);
        }
      }
      csv.cells(own, row);
      csv.endRow();
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

  /** Returns one that is a CSV and nothing else. */
  public static <R> Table<R> csv() {
    return new Table<>("", true);
  }

  /** Adds a column of a CSV; values that are not known are empty cells. */
  public Table<R> column(String name, Function<R, ?> value) {
    return add(name, "", Type.TEXT, value);
  }

  /** Writes the CSV of some rows. */
  public void write(Writer out, Stream<R> rows) throws IOException {
    with(() -> rows).csv(out);
  }

  /** Returns the CSV of some rows. */
  public String text(Collection<R> rows) {
    StringWriter out = new StringWriter();
    FileErrors.run(() -> write(out, rows.stream()));
    return out.toString();
  }

  /** Returns the name of its CSV; empty if it has none. */
  public String file() {
    return file;
  }

  /** Returns its columns in order. */
  public List<Column<R>> columns() {
    return Collections.unmodifiableList(columns);
  }

  Filled<R> with(Collection<R> rows) {
    return with(rows::stream);
  }

  Filled<R> with(Supplier<Stream<R>> rows) {
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
        fields.put(column.key(), column.type(), column.of(row));
      }
    }
    fields.end();
  }

  Table<R> text(String name, String key, Function<R, ?> value) {
    return add(name, key, Type.TEXT, value);
  }

  Table<R> whole(String name, String key, Function<R, ?> value) {
    return add(name, key, Type.WHOLE, value);
  }

  Table<R> us(String name, String key, Function<R, ?> ps) {
    return add(name, key, Type.US, ps);
  }

  Table<R> number(String name, String key, Function<R, ?> value) {
    return add(name, key, Type.NUMBER, value);
  }

  /**
   * Says that the columns so far, all of them with names, are the same for rows that follow each
   * other and have the same part.
   */
  Table<R> sharing(Function<R, Object> part) {
    shared = part;
    sharedColumns = columns.size();
    return this;
  }

  /** Names the unit of the column that was added last, where its name does not say. */
  Table<R> in(String unit) {
    Column<R> last = columns.removeLast();
    columns.add(new Column<>(last.name(), last.key(), last.type(), unit, last.value()));
    return this;
  }

  private Table<R> add(String name, String key, Type type, Function<R, ?> value) {
    columns.add(new Column<>(name, key, type, unit(name), value));
    return this;
  }

  /** Returns what a getter has, which may be an optional of any kind. */
  static Optional<Object> known(Object value) {
    return switch (value) {
      case Optional<?> maybe -> maybe.flatMap(Table::known);
      case OptionalLong maybe -> maybe.stream().mapToObj(Object.class::cast).findFirst();
      case OptionalDouble maybe -> maybe.stream().mapToObj(Object.class::cast).findFirst();
      default -> Optional.of(value);
    };
  }

  private static String unit(String name) {
    return name.endsWith("_us")
        ? "us"
        : name.contains("gbytes_s")
            ? "GB/s"
            : name.contains("bytes") ? "B" : name.contains("packets") ? "packets" : "";
  }

  /** RFC 4180: comma, CRLF, and quotes around fields that hold a comma, a quote or a line break. */
  static final class CsvWriter {
    private static final int FLUSH_CHARS = 1 << 16;

    private final Writer out;
    private final StringBuilder text = new StringBuilder(FLUSH_CHARS + 1024);
    private boolean rowBegun;

    /** Creates a CSV in a writer, which stays open. */
    CsvWriter(Writer out) {
      this.out = out;
    }

    /** One field, quoted where it must be. */
    CsvWriter field(String value) {
      separate();
      append(value);
      return this;
    }

    private void append(String value) {
      if (needsQuotes(value)) {
        text.append('"').append(value.replace("\"", "\"\"")).append('"');
      } else {
        text.append(value);
      }
    }

    /** Writes cells of a row. */
    <R> void cells(List<Column<R>> columns, R row) {
      for (Column<R> column : columns) {
        separate();
        put(column.type(), column.value().apply(row));
      }
    }

    /** Writes the first cells of a row, and returns their text. */
    <R> String firstCells(List<Column<R>> columns, R row) {
      int begin = text.length();
      cells(columns, row);
      return text.substring(begin);
    }

    /** Writes the first cells of a row as text that they had before. */
    void again(String cells) {
      text.append(cells);
      rowBegun = true;
    }

    /** A number or text of a column; nothing for what is not known. */
    private void put(Table.Type type, Object value) {
      if (value instanceof Decimal number) {
        // Of these there are many, and the switch is slow until it is compiled.
        DecimalText.append(text, number.value(), number.decimals());
        return;
      }
      switch (value) {
        case String other -> append(other);
        case Double number -> text.append(DecimalText.plain(number));
        case Number ps when type == Table.Type.US -> DecimalText.appendUs(text, ps.longValue());
        case Number whole -> text.append(whole.longValue());
        case Optional<?> _, OptionalLong _, OptionalDouble _ ->
            known(value).ifPresent(one -> put(type, one));
        default -> append(value.toString());
      }
    }

    /**
     * Ends a row.
     *
     * @throws UncheckedIOException as {@link #flush}
     */
    void endRow() {
      text.append("\r\n");
      rowBegun = false;
      if (text.length() >= FLUSH_CHARS) {
        flush();
      }
    }

    /**
     * Hands all that has been written to the writer.
     *
     * @throws UncheckedIOException if it does not take it
     */
    void flush() {
      FileErrors.run(() -> out.append(text));
      text.setLength(0);
    }

    private void separate() {
      if (rowBegun) {
        text.append(',');
      }
      rowBegun = true;
    }

    private static boolean needsQuotes(String value) {
      for (int i = 0; i < value.length(); i++) {
        char c = value.charAt(i);
        if (c == ',' || c == '"' || c == '\r' || c == '\n') {
          return true;
        }
      }
      return false;
    }
  }
}
