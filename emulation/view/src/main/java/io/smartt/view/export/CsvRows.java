package io.smartt.view.export;

import io.smartt.base.input.UserInputException;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The rows of a CSV by RFC 4180, one after the other; the first has the names of columns. */
final class CsvRows implements Closeable {
  private static final char QUOTE = '"';

  private final Path file;
  private final BufferedReader in;
  private final List<String> names;
  private int row;

  private CsvRows(Path file, BufferedReader in) throws IOException {
    this.file = file;
    this.in = in;
    names = fields().orElseThrow(() -> new UserInputException(file + " is empty"));
  }

  static CsvRows open(Path file) throws IOException {
    return new CsvRows(file, Files.newBufferedReader(file));
  }

  List<String> names() {
    return names;
  }

  /** The next row, empty after the last. */
  Optional<List<String>> next() throws IOException {
    Optional<List<String>> fields = fields();
    if (fields.isPresent() && fields.get().size() != names.size()) {
      throw new UserInputException(
          "%s: row %d has %d fields, the first has %d"
              .formatted(file, row, fields.get().size(), names.size()));
    }
    return fields;
  }

  /** Number of the row that was read last; that of names is 1. */
  int row() {
    return row;
  }

  private Optional<List<String>> fields() throws IOException {
    int c = in.read();
    if (c < 0) {
      return Optional.empty();
    }
    row++;
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
      throw new UserInputException(file + ": row " + row + " has a quote without an end");
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
