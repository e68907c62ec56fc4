package io.smartt.experiment.report;

import module java.base;

import io.smartt.base.input.FileErrors;
import io.smartt.base.input.InputFile;
import io.smartt.base.input.UserInputException;

/**
 * The rows of a CSV by RFC 4180, one after the other; the first has the names of columns. Lines
 * without anything are passed over.
 */
public final class CsvReader implements Closeable {
  private static final char QUOTE = '"';

  private final Path file;
  private final BufferedReader in;
  private final List<String> names;
  private int number;

  private CsvReader(Path file, BufferedReader in) throws IOException {
    this.file = file;
    this.in = in;
    names = fields().orElseThrow(() -> new UserInputException(file + ": is empty"));
    names.replaceAll(String::strip);
  }

  /**
   * A row.
   *
   * @param number of its line, if no field has a line break; that of names is 1
   */
  public record Row(Path file, List<String> names, int number, List<String> fields) {
    /** Returns a field that is not empty; empty where there is no such column as well. */
    public Optional<String> known(String column) {
      int at = names.indexOf(column);
      return at < 0 ? Optional.empty() : Optional.of(fields.get(at)).filter(one -> !one.isEmpty());
    }

    /**
     * Returns a field.
     *
     * @throws UserInputException if there is no such column
     */
    public String text(String column) {
      int at = names.indexOf(column);
      if (at < 0) {
        throw new UserInputException(file + ":1: column " + column + " is missing");
      }
      return fields.get(at);
    }

    /**
     * Returns a field without the blanks around it.
     *
     * @throws UserInputException if there is no such column, or nothing in the field
     */
    public String filled(String column) {
      String text = text(column).strip();
      if (text.isEmpty()) {
        throw new UserInputException(file + ":" + number + ": " + column + " is empty");
      }
      return text;
    }

    /**
     * Returns the number that a field has.
     *
     * @throws UserInputException if there is no such column, or no number in the field
     */
    public double number(String column) {
      return number(column, Double::valueOf);
    }

    /** Returns the number that a field has, as {@link #number(String)} does, of another kind. */
    public <T extends Number> T number(String column, Function<String, T> reader) {
      String text = text(column);
      try {
        return reader.apply(text.strip());
      } catch (NumberFormatException e) {
        throw new UserInputException(
            "%s:%d: %s must be a number, found '%s'".formatted(file, number, column, text), e);
      }
    }
  }

  /** Opens a file. */
  public static CsvReader open(Path file) throws IOException {
    return new CsvReader(file, InputFile.reader(file));
  }

  /**
   * Reads all rows of a file.
   *
   * @throws UserInputException if it cannot be read or is no table
   */
  public static void each(Path file, Consumer<Row> rows) {
    try (CsvReader reader = open(file)) {
      for (Optional<Row> row = reader.next(); row.isPresent(); row = reader.next()) {
        rows.accept(row.get());
      }
    } catch (IOException e) {
      throw new UserInputException("cannot read " + file + ": " + FileErrors.reason(e), e);
    }
  }

  /** Returns the names of the columns. */
  public List<String> names() {
    return names;
  }

  /**
   * Returns the next row; empty after the last.
   *
   * @throws UserInputException if it has more or fewer fields than there are columns
   */
  public Optional<Row> next() throws IOException {
    Optional<List<String>> fields = fields();
    while (names.size() > 1 && fields.filter(CsvReader::isBlank).isPresent()) {
      fields = fields();
    }
    if (fields.isPresent() && fields.get().size() != names.size()) {
      throw new UserInputException(
          "%s:%d: %d values, but %d columns"
              .formatted(file, number, fields.get().size(), names.size()));
    }
    return fields.map(all -> new Row(file, names, number, all));
  }

  private static boolean isBlank(List<String> fields) {
    return fields.size() == 1 && fields.getFirst().isBlank();
  }

  private Optional<List<String>> fields() throws IOException {
    int c = in.read();
    if (c < 0) {
      return Optional.empty();
    }
    number++;
    List<String> fields = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    for (; c >= 0; c = in.read()) {
      if (quoted) {
        if (c != QUOTE) {
          field.append((char) c);
        } else if (peek() == QUOTE) {
          field.append((char) in.read());
        } else {
          quoted = false;
        }
      } else if (c == QUOTE) {
        quoted = true;
      } else if (c == ',') {
        fields.add(field.toString());
        field.setLength(0);
      } else if (c == '\n') {
        break;
      } else if (c != '\r') {
        field.append((char) c);
      }
    }
    if (quoted) {
      throw new UserInputException(file + ": row " + number + " has a quote without an end");
    }
    fields.add(field.toString());
    return Optional.of(fields);
  }

  private int peek() throws IOException {
    in.mark(1);
    int c = in.read();
    in.reset();
    return c;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
