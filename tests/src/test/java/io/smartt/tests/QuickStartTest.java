package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.smartt.needs.Experiment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the launcher has the JVM learn once, so that each later start is quick. */
@Timeout(120)
@Experiment
class QuickStartTest {
  private static final Path BUILT = Path.of("..", "emulation", "target").toAbsolutePath();

  @TempDir private Path folder;

  @Test
  void theJvmCanKeepWhatItLearnsOfARun() throws IOException, InterruptedException {
    assumeThat(BUILT.resolve("lib")).as("'mvnw package' made it").isDirectory();
    Path learnt = folder.resolve("smartt.aot");
    Path said = folder.resolve("said");

    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-XX:ErrorFile=" + folder.resolve("crash"),
                "-XX:AOTCacheOutput=" + learnt,
                "-cp",
                String.join(":", jars()),
                "io.smartt.emulation.cli.Smartt",
                "run",
                "--workload",
                "incast:2x64KiB",
                "--out",
                folder.resolve("run").toString())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();

    assertThat(process.waitFor(100, TimeUnit.SECONDS)).isTrue();
    assertThat(Files.exists(learnt) ? Files.size(learnt) : 0).as(() -> said(said)).isPositive();
  }

  /** As in the launcher: archives only, for nothing is kept of classes in folders. */
  private static List<String> jars() throws IOException {
    try (Stream<Path> own = Files.list(BUILT);
        Stream<Path> libraries = Files.list(BUILT.resolve("lib"))) {
      return Stream.concat(
              own.filter(file -> file.getFileName().toString().startsWith("smartt-emulation-")),
              libraries)
          .map(Path::toString)
          .filter(name -> name.endsWith(".jar"))
          .toList();
    }
  }

  private static String said(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
