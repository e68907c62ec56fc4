package io.smartt.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every test of the build has a time limit, whether or not it says so itself. */
class TimeLimitsTest {
  @Test
  void everyModuleWithTestsLimitsThem() throws IOException {
    List<Path> modules;
    try (Stream<Path> files = Files.find(Repository.ROOT, 5, (path, is) -> is.isDirectory())) {
      modules =
          files
              .filter(path -> path.endsWith("src/test/java"))
              .map(path -> path.resolve("../../..").normalize())
              .toList();
    }
    assertThat(modules).hasSizeGreaterThanOrEqualTo(5);
    for (Path module : modules) {
      Properties settings = new Properties();
      Path file = module.resolve("src/test/resources/junit-platform.properties");
      assertThat(file).exists();
      try (Reader reader = Files.newBufferedReader(file)) {
        settings.load(reader);
      }
      assertThat(settings)
          .as(file.toString())
          .containsEntry("junit.jupiter.execution.timeout.default", "10 m")
          // A test that waits for a process does not hear an interrupt.
          .containsEntry("junit.jupiter.execution.timeout.thread.mode.default", "SEPARATE_THREAD");
    }
    assertThat(Repository.ROOT.resolve("pom.xml"))
        .content()
        .contains("<forkedProcessTimeoutInSeconds>");
  }
}
