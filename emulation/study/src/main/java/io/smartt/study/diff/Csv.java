package io.smartt.study.diff;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** CSVs of this program, a row at a time. */
final class Csv {
  private static final char QUOTE = '"';

  private Csv() {}

  /** A row, with the file's columns. */
  record Row(List<String> columns, List<String> cells) {
    /** A cell; empty where there is no such column. */
    String cell(String column) {
      int at = columns.indexOf(column);
      return at < 0 || at >= cells.size() ? "" : cells.get(at);
    }
  }

  static void read(Path file, Consumer<Row> rows) {
    try (Stream<String> lines = Files.lines(file)) {
      List<String> columns = new ArrayList<>();
      lines.forEach(line -> {
        List<String> cells = cells(line);
        if (columns.isEmpty()) {
          columns.addAll(cells);
        } else {
          rows.accept(new Row(columns, cells));
        }
      });
    } catch (IOException e) {
      throw new RunFailedException("cannot read " + file + ": " + FileTrouble.reason(e), e);
    }
  }

  /** Cells are quoted where they have commas; a quote inside is doubled. */
  static List<String> cells(String line) {
    List<String> cells = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == QUOTE) {
        if (quoted && i + 1 < line.length() && line.charAt(i + 1) == QUOTE) {
          cell.append(c);
          i++;
        } else {
          quoted = !quoted;
        }
      } else if (c == ',' && !quoted) {
        cells.add(cell.toString());
        cell.setLength(0);
      } else {
        cell.append(c);
      }
    }
    cells.add(cell.toString());
    return cells;
  }
}
