package io.smartt.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Workflows name actions by commit: a tag can be moved to other code. */
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

  private static Stream<String> lines(Path file) {
    try {
      return Files.readAllLines(file).stream();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
