package io.smartt.view.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hardwood.InputFile;
import dev.hardwood.reader.ParquetFileReader;
import dev.hardwood.reader.RowReader;
import io.smartt.base.input.UserInputException;
import io.smartt.emulation.cli.Smartt;
import io.smartt.experiment.report.CsvReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Exported tables, read by another library than the one that wrote them. */
@Timeout(120)
class ParquetExportTest {
  @TempDir private Path folder;

  /** All rows, names first; numbers without exponent, nulls as nothing. */
  private static List<List<String>> read(Path file) throws IOException {
    try (ParquetFileReader reader = ParquetFileReader.open(InputFile.of(file));
        RowReader rows = reader.rowReader()) {
      List<String> names =
          reader.getFileSchema().getColumns().stream().map(column -> column.name()).toList();
      List<List<String>> all = new ArrayList<>(List.of(names));
      while (rows.hasNext()) {
        rows.next();
        List<String> row = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
          row.add(rows.isNull(i) ? "" : plain(Objects.requireNonNull(rows.getValue(i))));
        }
        all.add(row);
      }
      return all;
    }
  }

  private static String plain(Object value) {
    return value instanceof Double number
        ? BigDecimal.valueOf(number).stripTrailingZeros().toPlainString()
        : value.toString();
  }

  private static List<List<String>> csv(Path file) throws IOException {
    try (CsvReader rows = CsvReader.open(file)) {
      List<List<String>> all = new ArrayList<>(List.of(rows.names()));
      for (var row = rows.next(); row.isPresent(); row = rows.next()) {
        all.add(row.get().fields().stream().map(ParquetExportTest::number).toList());
      }
      return all;
    }
  }

  /** A decimal as its double is. */
  private static String number(String text) {
    return text.matches("-?\\d+\\.\\d+") ? plain(Double.valueOf(text)) : text;
  }

  private static int smartt(String... arguments) {
    return Smartt.execute(
        new PrintWriter(new StringWriter()), new PrintWriter(new StringWriter()), arguments);
  }

  @Test
  void everyTableOfARunIsThereToTheField() throws IOException {
    Path schedule =
        Files.writeString(
            folder.resolve("a.goal"),
            """
            num_ranks 2
            rank 0 {
            c: calc 10000
            s: send 65536b to 1
            s requires c
            }
            rank 1 {
            recv 65536b from 0
            }
            """);
    Path run = folder.resolve("run");
    assertThat(
            smartt(
                "run",
                "--topology",
                "leafspine,2,2,2",
                "--workload",
                schedule.toString(),
                "--set",
                "link.failures=h1=compute:50%",
                "--out",
                run.toString()))
        .isZero();

    assertThat(smartt("export", run.toString(), "-o", folder.resolve("out").toString())).isZero();

    List<Path> tables;
    try (Stream<Path> files = Files.list(run)) {
      tables = files.filter(file -> file.toString().endsWith(".csv")).toList();
    }
    assertThat(tables).hasSizeGreaterThan(6);
    for (Path table : tables) {
      String name = table.getFileName().toString().replace(".csv", ".parquet");
      assertThat(read(folder.resolve("out").resolve(name))).as(name).isEqualTo(csv(table));
    }
    assertThat(types(folder.resolve("out/flows.parquet")))
        .contains("flow INT64", "src BYTE_ARRAY", "fct_us DOUBLE", "trims INT64");
  }

  private static List<String> types(Path file) throws IOException {
    try (ParquetFileReader reader = ParquetFileReader.open(InputFile.of(file))) {
      return reader.getFileSchema().getColumns().stream()
          .map(column -> column.name() + " " + column.type())
          .toList();
    }
  }

  @Test
  void otherTablesHaveTheTypesOfTheirContent() throws IOException {
    Files.writeString(
        folder.resolve("sweep.csv"),
        "scheme,seed,gain,note\r\nsmartt,1,1,\"a, \"\"b\"\"\"\r\ndctcp,2,0.5,\r\n");

    ParquetExport.export(folder, folder);

    assertThat(read(folder.resolve("sweep.parquet")))
        .containsExactly(
            List.of("scheme", "seed", "gain", "note"),
            List.of("smartt", "1", "1", "a, \"b\""),
            List.of("dctcp", "2", "0.5", ""));
    assertThat(types(folder.resolve("sweep.parquet")))
        .containsExactly("scheme BYTE_ARRAY", "seed INT64", "gain DOUBLE", "note BYTE_ARRAY");
  }

  @Test
  void whatIsNoTableIsNamed() throws IOException {
    assertThatThrownBy(() -> ParquetExport.export(folder, folder))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("has no tables (.csv)");
    Files.writeString(folder.resolve("flows.csv"), "flow,fct_us\n1,2\n2,fast\n");
    assertThatThrownBy(() -> ParquetExport.export(folder, folder))
        .hasMessageContaining("flows.csv: row 3 has 'fast' in column fct_us, which has numbers");
    Files.writeString(folder.resolve("flows.csv"), "flow,fct_us\n1\n");
    assertThatThrownBy(() -> ParquetExport.export(folder, folder))
        .hasMessageContaining("flows.csv:2: 1 values, but 2 columns");
  }
}
