package io.smartt.tests.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The page on P4Runtime names tests that exist, and as many as it says. */
class P4RuntimeDocTest {
  private static final Path ROOT = Path.of("..");
  private static final Path PAGE = ROOT.resolve("docs/extend/p4runtime.md");
  private static final List<Path> FOLDERS =
      List.of(
          ROOT.resolve("emulation/switch/src/test/java/io/smartt/softswitch/p4runtime"),
          ROOT.resolve("p4/src/test/java/io/smartt/p4/pipeline/program"),
          ROOT.resolve("tests/src/test/java/io/smartt/tests/p4runtime"));

  private static final Pattern METHOD = Pattern.compile("^  void (\\w+)\\(", Pattern.MULTILINE);
  private static final Pattern NAMED = Pattern.compile("(?:(\\w+) )?`([\\w…]+)`(?: \\((\\w+)\\))?");
  private static final Map<String, Integer> NUMBERS =
      Map.of("two", 2, "three", 3, "four", 4, "five", 5, "six", 6, "seven", 7);

  private final Set<String> tests = tests();

  private static Set<String> tests() {
    Set<String> tests = new HashSet<>();
    for (Path folder : FOLDERS) {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.filter(path -> path.toString().endsWith("Test.java")).toList()) {
          tests.add(file.getFileName().toString().replace(".java", ""));
          METHOD.matcher(Files.readString(file)).results().forEach(m -> tests.add(m.group(1)));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return tests;
  }

  @Test
  void theTestsThatItNamesExist() throws IOException {
    List<String> wrong = new ArrayList<>();
    int rows = 0;
    int column = -1;
    for (String line : Files.readAllLines(PAGE)) {
      List<String> cells = List.of(line.split("\\|", -1));
      boolean heads = cells.stream().anyMatch(cell -> cell.strip().equals("Shown by"));
      if (heads) {
        column = cells.stream().map(String::strip).toList().indexOf("Shown by");
      } else if (!line.startsWith("|")) {
        column = -1;
      } else if (column > 0 && !line.startsWith("|---")) {
        rows++;
        wrong.addAll(wrong(cells.get(column)));
      }
    }

    assertThat(wrong).isEmpty();
    assertThat(rows).isGreaterThan(80);
  }

  /** Returns the false claims of a cell; a cell without any test is wrong too. */
  private List<String> wrong(String cell) {
    List<String> wrong = new ArrayList<>();
    Matcher named = NAMED.matcher(cell);
    int found = 0;
    while (named.find()) {
      Pattern name = Pattern.compile(named.group(2).replace("…", "\\w*"));
      long matching = tests.stream().filter(test -> name.matcher(test).matches()).count();
      long least = Math.max(number(named.group(1)), number(named.group(3)));
      if (matching == 0 || (least > 0 && matching != least)) {
        wrong.add("%s: %d tests".formatted(named.group(), matching));
      }
      found++;
    }
    if (found == 0) {
      wrong.add("no test in:" + cell);
    }
    return wrong;
  }

  private static int number(@Nullable String word) {
    return word == null ? 0 : NUMBERS.getOrDefault(word, 0);
  }
}
