package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.experiment.report.CsvReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code smartt conform} left, and what docs/use/conform.md says of targets. */
final class Conformances {
  private static final Path PAGE = Path.of("../docs/use/conform.md");
  private static final Pattern WAY = Pattern.compile("\\((SAI|SONiC)\\)");

  private Conformances() {}

  /** The table of the page whose heading begins so, with its heading and without its line. */
  static List<List<String>> table(String heading) {
    try {
      return Files.readAllLines(PAGE).stream()
          .dropWhile(line -> !line.startsWith(heading))
          .takeWhile(line -> line.startsWith("|"))
          .filter(line -> !line.startsWith("|--"))
          .map(line -> List.of(line.substring(2, line.length() - 2).split(" \\| ", -1)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the page says of a target, by case. */
  static Map<String, String> said(String target) {
    List<List<String>> table = table("| case | virtual");
    int at = table.getFirst().indexOf(target);
    assertThat(at).as("column " + target + " of " + table.getFirst()).isPositive();
    Map<String, String> said = new LinkedHashMap<>();
    table.stream().skip(1).forEach(row -> said.put(row.getFirst().replace("`", ""), row.get(at)));
    return said;
  }

  /** What a call found, by case, as the page has it. */
  static Map<String, String> found(Path folder) {
    Map<String, String> found = new LinkedHashMap<>();
    CsvReader.each(
        folder.resolve("conformance.csv"),
        row -> {
          Matcher way = WAY.matcher(row.text("seen"));
          boolean passed = row.text("outcome").equals("passed");
          found.put(
              row.text("case"),
              row.text("outcome") + (passed && way.find() ? " " + way.group() : ""));
        });
    return found;
  }

  /** Compares what a call on a target ended with and left with the page. */
  static void assertAsSaid(String target, Path folder, int status, String output) {
    assertThat(found(folder)).as(output).isEqualTo(said(target));
    assertThat(status).as(output).isZero();
  }
}
