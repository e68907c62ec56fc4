package io.smartt.tests.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Jazzer looks for inputs that break a reader, guided by the branches that they take, in a JVM of
 * its own for as many seconds as {@code smartt.fuzz} says. What it finds is printed, and is kept in
 * the reader's folder once it is mended.
 */
@EnabledIfSystemProperty(named = CoverageFuzzTest.SECONDS, matches = "\\d+")
class CoverageFuzzTest {
  static final String SECONDS = "smartt.fuzz";

  /** The parts whose branches guide. */
  private static final String GUIDING =
      "io.smartt.base.**:io.smartt.workload.**:io.smartt.p4.**:io.smartt.study.**"
          + ":io.smartt.experiment.exercise.**:io.smartt.experiment.othertools.**"
          + ":io.smartt.experiment.report.**:io.smartt.emulation.stf.**"
          + ":io.smartt.emulation.p4tools.**:io.smartt.host.**:io.smartt.softswitch.**"
          + ":io.smartt.view.live.**";

  /** Takes every connection for an attack; requests go to the reader's own server. */
  private static final String NOT_WATCHED =
      "com.code_intelligence.jazzer.sanitizers.ServerSideRequestForgery";

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(FuzzedReader.class)
  @Timeout(value = 1, unit = TimeUnit.HOURS)
  void findsNothing(FuzzedReader reader) throws IOException, InterruptedException {
    Path corpus = Files.createDirectory(folder.resolve("corpus"));
    for (Path file : reader.kept()) {
      Files.copy(file, corpus.resolve(file.getFileName()));
    }
    Path log = folder.resolve("log");
    Process jazzer =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx1500m",
                    "--enable-native-access=ALL-UNNAMED",
                    "-D" + FuzzTarget.READER + "=" + reader,
                    "-cp",
                    System.getProperty("java.class.path"),
                    "com.code_intelligence.jazzer.Jazzer",
                    "--target_class=" + FuzzTarget.class.getName(),
                    "--instrumentation_includes=" + GUIDING,
                    "--custom_hook_includes=" + GUIDING,
                    "--disabled_hooks=" + NOT_WATCHED,
                    "--reproducer_path=" + folder,
                    "-artifact_prefix=" + folder + "/",
                    "-max_total_time=" + System.getProperty(SECONDS),
                    "-timeout=25",
                    "-rss_limit_mb=4000",
                    "-max_len=20000",
                    corpus.toString()))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();

    try {
      assertThat(jazzer.waitFor()).as(() -> lastLines(log)).isZero();
    } finally {
      jazzer.destroyForcibly();
    }
  }

  /** Jazzer ends with the exception, and the input in Base64. */
  private static String lastLines(Path log) {
    try {
      List<String> lines = Files.readAllLines(log);
      return String.join("\n", lines.subList(Math.max(0, lines.size() - 80), lines.size()));
    } catch (IOException e) {
      return e.toString();
    }
  }
}
