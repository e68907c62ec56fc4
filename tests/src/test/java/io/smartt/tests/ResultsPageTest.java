package io.smartt.tests;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.experiment.report.Measure;
import io.smartt.experiment.report.RunTables;
import io.smartt.experiment.report.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** docs/use/results.md has every column of every CSV that commands write, in its order. */
@Timeout(120)
class ResultsPageTest {
  private static final Pattern COLUMN =
      Pattern.compile("\\| `([A-Za-z0-9_.]+)` \\|([^|]*)\\|([^|]+)\\|.*");

  @TempDir private Path folder;

  /** The columns of the first table of a file's section. */
  private static List<String> documented(String file) throws IOException {
    return rows(file).stream().map(row -> row.replaceFirst(" .*", "")).toList();
  }

  /** Names and units. */
  private static List<String> rows(String file) throws IOException {
    List<String> lines = Files.readAllLines(Path.of("..", "docs", "use", "results.md"));
    int at = lines.indexOf("## `" + file + "`");
    assertThat(at).as("section of " + file).isNotNegative();
    List<String> columns = new ArrayList<>();
    for (String line : lines.subList(at + 1, lines.size())) {
      Matcher column = COLUMN.matcher(line);
      if (column.matches()) {
        columns.add((column.group(1) + " " + column.group(2).strip()).strip());
      } else if (line.startsWith("## ") || (line.isEmpty() && !columns.isEmpty())) {
        break;
      }
    }
    return columns;
  }

  private static List<String> written(Path file) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      return List.of(lines.findFirst().orElseThrow().split(","));
    }
  }

  /** What it is stands in the third cell of a row, which the pattern asks for. */
  @Test
  void everyDeclaredColumnIsDocumentedWithItsUnit() throws IOException {
    for (Table<?> table : RunTables.ALL) {
      assertThat(rows(table.file()))
          .as(table.file())
          .isEqualTo(
              table.columns().stream()
                  .filter(column -> !column.name().isEmpty())
                  .map(column -> (column.name() + " " + column.unit()).strip())
                  .toList());
    }
  }

  private static String symbol(Measure.Unit unit) {
    return switch (unit) {
      case PACKETS -> "packets";
      case BYTES -> "B";
      case US -> "us";
      case SECONDS -> "s";
      case COUNT, RATIO, TEXT -> "";
    };
  }

  @Test
  void everyDeclaredNumberOfASummaryIsDocumented() throws IOException {
    assertThat(Files.readString(Path.of("..", "docs", "use", "results.md")))
        .contains(
            Measure.ALL.stream()
                .filter(measure -> !measure.key().isEmpty())
                .map(measure ->
                    "| `%s` |%s| %s |"
                        .formatted(
                            measure.key(),
                            (" " + symbol(measure.unit()) + " ").replace("  ", " "),
                            measure.meaning()))
                .collect(joining("\n")));
    assertThat(rows("sweep.csv"))
        .containsExactlyElementsOf(
            Stream.concat(
                    Stream.of("status", "timely"),
                    Measure.swept().stream()
                        .map(part -> (part.column() + " " + symbol(part.unit())).strip()))
                .toList());
  }

  @Test
  void everyColumnOfARunIsDocumented() throws IOException {
    SmarttRun run =
        SmarttRun.of(
            folder.resolve("run"),
            "--topology",
            "leafspine,2,2,2",
            "--workload",
            "incast:2x16KiB",
            "--capture");
    assertThat(run.status()).as(run.err()).isZero();
    List<Path> files;
    try (Stream<Path> all = Files.list(run.folder())) {
      files = all.filter(file -> file.toString().endsWith(".csv")).toList();
    }

    assertThat(files).hasSizeGreaterThanOrEqualTo(3);
    for (Path file : files) {
      String name = file.getFileName().toString();
      List<String> columns = new ArrayList<>(documented(name));
      columns.removeAll(List.of("scheme", "class"));
      assertThat(columns).as(name).isEqualTo(written(file));
    }

    SmarttRun rerun =
        SmarttRun.command(
            "trace",
            "rerun",
            run.folder().resolve("trace.pcapng").toString(),
            "--out",
            folder.resolve("windows").toString());
    assertThat(rerun.status()).as(rerun.err()).isZero();
    assertThat(documented("windows.csv"))
        .isEqualTo(written(folder.resolve("windows").resolve("windows.csv")));
  }

  @Test
  void everyColumnOfASweepIsDocumented() throws IOException {
    Path out = folder.resolve("sweep");
    SmarttRun sweep =
        SmarttRun.command(
            "sweep",
            "--set",
            "topology=leafspine,2,2,2",
            "--set",
            "workload=incast:2x4KiB",
            "--vary",
            "seed=1..2",
            "--out",
            out.toString());
    assertThat(sweep.status()).as(sweep.err()).isZero();
    List<String> columns = written(out.resolve("sweep.csv"));

    assertThat(columns.getFirst()).isEqualTo("seed");
    assertThat(documented("sweep.csv")).isEqualTo(columns.subList(1, columns.size()));
  }
}
