package io.smartt.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class CsvReaderTest {
  @TempDir private Path folder;

  private record Item(String name, Optional<OptionalDouble> number) {}

  private static final Table<Item> ITEMS =
      Table.<Item>csv().column("name", Item::name).column("number", Item::number);

  private List<CsvReader.Row> rows(String text) throws IOException {
    List<CsvReader.Row> rows = new ArrayList<>();
    CsvReader.each(Files.writeString(folder.resolve("x.csv"), text), rows::add);
    return rows;
  }

  @Test
  void whatATableWritesIsReadBack() throws IOException {
    List<Item> items =
        List.of(
            new Item("a,\"b\"", Optional.of(OptionalDouble.of(1.5))),
            new Item("two\nlines", Optional.of(OptionalDouble.empty())),
            new Item("", Optional.empty()));
    StringWriter out = new StringWriter();
    ITEMS.write(out, items.stream());

    List<CsvReader.Row> rows = rows(out.toString());
    assertThat(out).hasToString(ITEMS.text(items));
    assertThat(rows.stream().map(row -> row.text("name")))
        .containsExactly("a,\"b\"", "two\nlines", "");
    assertThat(rows.getFirst().number("number")).isEqualTo(1.5);
    assertThat(rows.get(1).known("number")).isEmpty();
    assertThat(rows.getFirst().known("other")).isEmpty();
  }

  @Test
  void linesWithoutAnythingArePassedOverAndCounted() throws IOException {
    List<CsvReader.Row> rows = rows(" name , number\r\n\r\nx, 7 \r\n");
    assertThat(rows).hasSize(1);
    assertThat(rows.getFirst().filled("number")).isEqualTo("7");
    assertThat(rows.getFirst().number("number")).isEqualTo(7);
    assertThat(rows.getFirst().number()).isEqualTo(3);
  }

  @Test
  void tablesOfSpreadsheetsAreRead() throws IOException {
    Path file = folder.resolve("excel.csv");
    Files.write(file, "\uFEFFname,number\r\nß,7\r\n".getBytes(StandardCharsets.UTF_16LE));
    List<String> names = new ArrayList<>();

    CsvReader.each(file, row -> names.add(row.text("name")));

    assertThat(names).containsExactly("ß");
  }

  @Test
  void whatIsWrongIsNamedWithItsPlace() throws IOException {
    CsvReader.Row row = rows("name,number\nx,\n").getFirst();
    Path file = folder.resolve("x.csv");
    assertThatThrownBy(() -> row.number("number"))
        .isInstanceOf(UserInputException.class)
        .hasMessage(file + ":2: number must be a number, found ''");
    assertThatThrownBy(() -> row.filled("number")).hasMessage(file + ":2: number is empty");
    assertThatThrownBy(() -> row.text("other")).hasMessage(file + ":1: column other is missing");
    assertThatThrownBy(() -> rows("name,number\nx\n"))
        .hasMessage(file + ":2: 1 values, but 2 columns");
    assertThatThrownBy(() -> rows("name\n\"x\n")).hasMessageContaining("a quote without an end");
    assertThatThrownBy(() -> rows("")).hasMessage(file + ": is empty");
    assertThatThrownBy(() -> CsvReader.each(folder.resolve("none.csv"), _ -> {}))
        .hasMessage(folder.resolve("none.csv") + ": no such file");
  }
}
