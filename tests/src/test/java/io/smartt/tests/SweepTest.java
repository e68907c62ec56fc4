package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.emulation.cli.Smartt;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code smartt sweep}, killed without warning and started again. */
class SweepTest {
  private static final List<String> ARGUMENTS =
      List.of("sweep", "--workload", "incast:8x64KiB", "--vary", "scheme=smartt,swift");
  private static final String[] TWO_SEEDS = {"--vary", "seed=1..2"};

  @TempDir private Path folder;

  private record Ended(int status, String out, String err) {}

  private static Ended sweep(Path out, String... more) {
    StringWriter written = new StringWriter();
    StringWriter err = new StringWriter();
    int status =
        Smartt.execute(
            new PrintWriter(written, true),
            new PrintWriter(err, true),
            arguments(out, more).toArray(String[]::new));
    return new Ended(status, written.toString(), err.toString());
  }

  private static List<String> arguments(Path out, String... more) {
    List<String> arguments = new ArrayList<>(ARGUMENTS);
    arguments.addAll(List.of("--out", out.toString()));
    arguments.addAll(List.of(more));
    return arguments;
  }

  @Test
  void killedAndStartedAgainItGivesTheSameTablesAsUninterrupted()
      throws IOException, InterruptedException {
    Path killed = folder.resolve("killed");
    Path whole = folder.resolve("whole");

    killAfterTheFirstRun(killed);
    assertThat(killed.resolve("sweep.csv")).doesNotExist();
    // What a kill in the middle of a run leaves: no result that may be believed.
    Path half = folders(killed).getFirst();
    Files.writeString(half.resolve("summary.json"), "{\"status\": \"running\"}");
    Files.delete(half.resolve("flows.csv"));
    Ended again = sweep(killed, TWO_SEEDS);
    Ended uninterrupted = sweep(whole, "--vary", "seed=1..2", "--jobs", "1");

    assertThat(again.status()).as(again.err()).isZero();
    assertThat(uninterrupted.status()).as(uninterrupted.err()).isZero();
    for (String table : List.of("sweep.csv", "means.csv")) {
      assertThat(killed.resolve(table)).hasSameTextualContentAs(whole.resolve(table));
    }
    assertThat(Files.readAllLines(whole.resolve("sweep.csv"))).hasSize(1 + 4);
    assertThat(half.resolve("flows.csv")).exists();
    assertThat(folders(killed)).hasSize(4);
  }

  @Test
  void finishedRunsAreNotRunAgainAndAWiderSweepRunsOnlyWhatIsNew() throws IOException {
    Path out = folder.resolve("sweep");
    sweep(out, "--vary", "seed=1");
    Path first = folders(out).getFirst();
    Files.delete(first.resolve("flows.csv"));

    Ended wider = sweep(out, TWO_SEEDS);

    assertThat(wider.status()).as(wider.err()).isZero();
    assertThat(wider.err()).contains("4 of 4 runs (2 earlier)");
    assertThat(first.resolve("flows.csv")).doesNotExist();
    assertThat(Files.readAllLines(out.resolve("sweep.csv"))).hasSize(1 + 4);
  }

  @Test
  void whatIsWrongIsSaidBeforeAnythingRuns() {
    Path out = folder.resolve("wrong");

    Ended wrong = sweep(out, "--vary", "topology=leafspine,4,4,4;leafspine,2,2,2");

    assertThat(wrong.status()).isEqualTo(2);
    assertThat(wrong.err())
        .startsWith("smartt: scheme=smartt")
        .contains("topology=leafspine,2,2,2", "incast:8x64KiB: senders is 8")
        .hasLineCount(1);
    Ended both = sweep(out, "--vary", "workload=incast:8x64KiB,incast:9x1MiB");
    assertThat(both.status()).isEqualTo(2);
    assertThat(both.err())
        .isEqualToIgnoringNewLines(
            "smartt: --vary workload=incast:8x64KiB,incast:9x1MiB: workload is set to"
                + " incast:8x64KiB, too: do one of both");
    assertThat(out.resolve("runs")).doesNotExist();
  }

  private static List<Path> folders(Path out) throws IOException {
    try (Stream<Path> runs = Files.list(out.resolve("runs"))) {
      return runs.sorted().toList();
    }
  }

  private static void killAfterTheFirstRun(Path out) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(OwnJvm.command());
    builder.command().addAll(arguments(out, "--vary", "seed=1..2", "--jobs", "1"));
    Process process = builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    try {
      Steps.until(process.errorReader(StandardCharsets.UTF_8), "1 of 4 runs");
    } finally {
      // SIGKILL: no shutdown hook runs.
      process.destroyForcibly().waitFor();
    }
  }
}
