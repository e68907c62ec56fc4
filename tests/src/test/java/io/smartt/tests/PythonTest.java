package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.emulation.cli.Smartt;
import io.smartt.needs.Experiment;
import io.smartt.needs.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The package {@code smartt} for Python: its own tests, and the notebook of the docs. */
@Tag("python")
@Timeout(600)
class PythonTest {
  private static final String PYTHON = python().orElse("");

  @TempDir private Path folder;

  private record Ended(int status, String said) {}

  /** The first Python that has what a notebook needs. */
  private static Optional<String> python() {
    return Stream.concat(
            Stream.ofNullable(System.getenv("SMARTT_PYTHON")),
            Stream.of("/usr/bin/python3", "python3"))
        .filter(PythonTest::hasPackages)
        .findFirst();
  }

  private static boolean hasPackages(String python) {
    try {
      Process process =
          new ProcessBuilder(python, "-c", "import pandas, matplotlib, nbconvert, ipykernel")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(2, TimeUnit.MINUTES) && process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @BeforeAll
  static void requirePython() {
    if (PYTHON.isEmpty()) {
      Machine.skip(
          "python",
          "needs a Python with pandas, matplotlib, nbconvert and ipykernel (apt-get install"
              + " python3-pandas python3-matplotlib python3-nbconvert python3-ipykernel)");
    }
  }

  private Ended python(Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    Path said = folder.resolve("said");
    ProcessBuilder builder = new ProcessBuilder(PYTHON);
    builder.command().addAll(Arrays.asList(arguments));
    Path root = Path.of("..").toAbsolutePath().normalize();
    builder.environment().put("PYTHONPATH", root.resolve("emulation/src/main/python").toString());
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    builder.environment().putAll(environment);
    builder.directory(root.toFile());
    Process process = builder.redirectErrorStream(true).redirectOutput(said.toFile()).start();
    try {
      assertThat(process.waitFor(9, TimeUnit.MINUTES)).isTrue();
      return new Ended(process.exitValue(), Files.readString(said));
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void thePackagesOwnTestsPass() throws IOException, InterruptedException {
    Ended ended = python(Map.of(), "-m", "unittest", "discover", "-s", "emulation/src/test/python");

    assertThat(ended.status()).as(ended.said()).isZero();
    assertThat(ended.said()).contains("OK").doesNotContain("Ran 0 tests");
  }

  @Test
  @Experiment
  void theNotebookOfTheDocsRuns() throws IOException, InterruptedException {
    Path launcher = folder.resolve("smartt");
    Files.writeString(
        launcher,
        "#!/bin/sh\nexec '%s' -XX:TieredStopAtLevel=1 -cp '%s' %s \"$@\"\n"
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path"),
                Smartt.class.getName()));
    assertThat(launcher.toFile().setExecutable(true)).isTrue();

    Ended ended =
        python(
            Map.of("SMARTT", launcher.toString(), "MPLCONFIGDIR", folder.toString()),
            "-m",
            "nbconvert",
            "--execute",
            "--to",
            "notebook",
            "--output-dir",
            folder.toString(),
            "docs/use/first.ipynb");

    assertThat(ended.status()).as(ended.said()).isZero();
    String done = Files.readString(folder.resolve("first.ipynb"));
    assertThat(done).contains("image/png", "dctcp").doesNotContain("\"output_type\": \"error\"");
    Path pictures = Path.of("target", "first.ipynb");
    Files.createDirectories(pictures.toAbsolutePath().getParent());
    Files.writeString(pictures, done);
  }
}
