package io.smartt.emulation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.emulation.cli.experiment.RunRequest;
import io.smartt.emulation.cli.progress.Interruption;
import io.smartt.experiment.report.MadeUpRun;
import io.smartt.experiment.report.RunFolder;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.report.RunSummary.RunOutcome;
import io.smartt.switchd.console.ProcessConsole;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link Interruption}, with a process of its own to interrupt. */
@Timeout(120)
@DisabledOnOs(OS.WINDOWS)
class InterruptionTest {
  /** A run that goes on until it is interrupted. */
  static final class EndlessRun {
    public static void main(String[] args) {
      System.exit(
          Smartt.commandLine(EndlessRun::run, ProcessConsole.open().console(), args).execute(args));
    }

    private static RunOutcome run(RunRequest request, RunMonitor monitor) {
      RunFolder folder =
          RunFolder.begin(
              request.out().orElseThrow(), MadeUpRun.identity(1), InterruptionTest::experiment);
      monitor.stage("running");
      while (!monitor.interrupted()) {
        LockSupport.parkNanos(1_000_000);
      }
      RunResult result = MadeUpRun.interrupted(1);
      folder.end(result, true);
      return new RunOutcome(result.summary(), folder.path());
    }
  }

  @Test
  void controlCLeavesAReadableFolderThatSaysSo(@TempDir Path temp) throws Exception {
    Path out = temp.resolve("run");
    assertIsStopped(out, "run", "--out", out.toString());
  }

  /** The second of its runs would be one that nobody waits for. */
  @Test
  void controlCInTheFirstOfTwoRunsEndsBoth(@TempDir Path temp) throws Exception {
    Path both = temp.resolve("both");
    assertIsStopped(both.resolve("skipped"), "run", "--verify-skip", "--out", both.toString());
    assertThat(both.resolve("whole")).doesNotExist();
  }

  private static void assertIsStopped(Path out, String... args) throws Exception {
    Process process = process(args).start();
    try (BufferedReader err = process.errorReader(StandardCharsets.UTF_8);
        BufferedReader stdout = process.inputReader(StandardCharsets.UTF_8)) {
      assertThat(err.readLine()).isEqualTo("smartt: running");
      StopSignal signal = StopSignal.heard();
      signal.to(process);

      assertThat(process.waitFor()).isEqualTo(signal.status());
      assertThat(stdout.lines()).contains("INTERRUPTED: stopped by the user at 5.1 ms of 10.5 ms");
      // A busy machine takes a second for the page.
      assertThat(err.lines())
          .filteredOn(line -> !line.startsWith("smartt: stopping, and taking down"))
          .isEmpty();
    } finally {
      process.destroyForcibly();
    }
    assertThat(
            new ObjectMapper()
                .readTree(out.resolve("summary.json").toFile())
                .get("status")
                .asText())
        .isEqualTo("interrupted");
    assertThat(Files.readString(out.resolve("report.html"))).endsWith("</html>\n");
  }

  /** The candidate would go on for ever: nobody looks at its time any more. */
  @Test
  void aStopOfACheckEndsTheProcessOfTheCandidate(@TempDir Path temp) throws Exception {
    Path candidate = temp.resolve("Endless.java");
    Files.writeString(
        candidate,
        """
        import io.smartt.host.congestion.CongestionControl;

        public final class Endless {
          public static final CongestionControl CONTROL = endless();

          private static CongestionControl endless() {
            while (true) {
              Thread.onSpinWait();
            }
          }
        }
        """);
    Path scratch = Files.createDirectory(temp.resolve("scratch"));
    ProcessBuilder check = process("scheme", "check", candidate.toString(), "--out", "" + temp);
    check.environment().put("JDK_JAVA_OPTIONS", "-Djava.io.tmpdir=" + scratch);
    Process process = check.start();
    List<ProcessHandle> checks = List.of();
    try {
      while (folders(scratch) < 2 && process.isAlive()) {
        LockSupport.parkNanos(1_000_000);
      }
      checks = process.children().toList();
      // Not as Ctrl-C does, which a terminal sends to both.
      StopSignal.TERM.to(process);

      assertThat(process.waitFor()).isEqualTo(StopSignal.TERM.status());
      assertThat(checks).hasSize(1);
      var _ = checks.getFirst().onExit().get();
      assertThat(folders(scratch)).isZero();
    } finally {
      checks.forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  /** Folders of checks. */
  private static long folders(Path scratch) throws IOException {
    try (Stream<Path> files = Files.walk(scratch)) {
      return files.filter(file -> file.getFileName().toString().contains("check")).count();
    }
  }

  private static ProcessBuilder process(String... args) {
    return new ProcessBuilder(
        Stream.concat(
                Stream.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    EndlessRun.class.getName()),
                Stream.of(args))
            .toList());
  }

  private static void experiment(Path file) {
    try {
      Files.writeString(file, "seed: 1\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
