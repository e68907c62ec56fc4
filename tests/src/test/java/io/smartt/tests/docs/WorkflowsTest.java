package io.smartt.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Workflows name actions by commit, since a tag can be moved to other code, and leave no test out.
 */
@Timeout(60)
class WorkflowsTest {
  private static final Path FOLDER = Path.of("../.github/workflows");

  @Test
  void eachActionIsNamedByItsCommitAndVersion() throws IOException {
    List<String> uses;
    try (Stream<Path> files = Files.list(FOLDER)) {
      uses =
          files
              .flatMap(file -> lines(file))
              .map(String::strip)
              .filter(line -> line.matches("(- )?uses: .*"))
              .toList();
    }
    assertThat(uses).hasSizeGreaterThan(5);
    assertThat(uses)
        .allMatch(line -> line.matches("(- )?uses: [\\w./-]+@[0-9a-f]{40} # v\\d+\\.\\d+\\.\\d+"));
  }

  /** The long tests of CONTRIBUTING.md, with how much of them. */
  @Test
  void theNightlyRunHasEachLongTest() throws IOException {
    Pattern property = Pattern.compile("-D(smartt\\.[a-z.]+=(?:all|\\d+))");
    Set<String> described = found(property, Files.readString(Path.of("../CONTRIBUTING.md")));

    assertThat(described).hasSizeGreaterThan(5);
    assertThat(found(property, Files.readString(FOLDER.resolve("nightly.yml"))))
        .isEqualTo(described);
  }

  private static Set<String> found(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(each -> each.group(1)).collect(Collectors.toSet());
  }

  private static Stream<String> lines(Path file) {
    try {
      return Files.readAllLines(file).stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
