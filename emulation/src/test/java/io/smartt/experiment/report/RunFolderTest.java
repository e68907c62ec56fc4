package io.smartt.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.report.RunHistory.MachineLateness;
import io.smartt.experiment.report.RunHistory.Timeliness;
import io.smartt.experiment.report.RunResult.RunStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link RunFolder}. */
class RunFolderTest {
  private static final LocalDateTime NOW = LocalDateTime.of(2026, 11, 21, 9, 5, 7);
  @TempDir private Path temp;

  @Test
  void holdsEverythingAboutACompletedRun() throws IOException {
    Path out = temp.resolve("out");
    RunFolder folder = RunFolder.begin(out, MadeUpRun.identity(1), RunFolderTest::experiment);
    folder.end(MadeUpRun.completed(1), true);

    assertThat(names(out))
        .containsExactly(
            "events.csv",
            "experiment.yaml",
            "flows.csv",
            "report.html",
            "samples.csv",
            "slowdown_by_size.csv",
            "summary.json",
            "switches.csv");
    assertThat(out.resolve("experiment.yaml")).hasContent("seed: 1");
    assertThat(summary(out).get("status").asText()).isEqualTo("completed");
    assertThat(Files.readAllLines(out.resolve("flows.csv"))).hasSize(16);
  }

  @Test
  void sameSeedGivesTheSameTablesByteForByteAndAnotherDoesNot() throws IOException {
    for (String run : new String[] {"a", "b", "c"}) {
      long seed = run.equals("c") ? 2 : 1;
      RunFolder.begin(temp.resolve(run), MadeUpRun.identity(seed), RunFolderTest::experiment)
          .end(MadeUpRun.completed(seed), true);
    }

    for (String csv : new String[] {"flows.csv", "samples.csv", "switches.csv"}) {
      assertThat(temp.resolve("a").resolve(csv))
          .hasSameBinaryContentAs(temp.resolve("b").resolve(csv));
      assertThat(Files.mismatch(temp.resolve("a").resolve(csv), temp.resolve("c").resolve(csv)))
          .isNotNegative();
    }
  }

  @Test
  void hasWhatHappenedAndWhetherTimeWasKept() throws IOException {
    RunHistory history =
        new RunHistory(
                List.of(new RunEvent(2_000_000, RunEvent.Kind.LINK_UP, "link a-b is up again", "")),
                Optional.of(
                    new Timeliness(
                        List.of(),
                        List.of("RTT jitter was 2.3 base RTTs"),
                        new MachineLateness(0.01, 0.02, 0.05, 0.03, 0.04))))
            .with(new RunEvent(1_000_000, RunEvent.Kind.LINK_DOWN, "link a-b went down", ""));
    RunFolder.begin(temp, MadeUpRun.identity(1), RunFolderTest::experiment)
        .end(MadeUpRun.completed(1).draft().history(history).result(), true);

    assertThat(Files.readString(temp.resolve("events.csv")))
        .isEqualTo(
            """
            time_us,kind,what,where\r
            1,link-down,link a-b went down,\r
            2,link-up,link a-b is up again,\r
            """);
    JsonNode summary = summary(temp);
    assertThat(summary.get("timely").booleanValue()).isFalse();
    assertThat(summary.at("/untimelyBecause/0").asText()).contains("jitter");
    assertThat(summary.at("/events/0/kind").asText()).isEqualTo("link-down");
    assertThat(summary.at("/events/0/timeUs").asDouble()).isEqualTo(1);
    assertThat(Files.readString(temp.resolve("report.html"))).contains("link a-b went down", "");
  }

  @Test
  void virtualTimeIsNeitherKeptNorLost() throws IOException {
    RunFolder.begin(temp, MadeUpRun.identity(1), RunFolderTest::experiment)
        .end(MadeUpRun.completed(1), true);

    assertThat(summary(temp).get("timely").isNull()).isTrue();
    assertThat(summary(temp).get("events")).isEmpty();
  }

  @Test
  void aFileThatCannotBeWrittenLeavesNoPart() throws IOException {
    RunFolder folder = RunFolder.begin(temp, MadeUpRun.identity(1), RunFolderTest::experiment);
    // A folder that is not empty cannot be replaced by a file.
    Files.createDirectories(temp.resolve("flows.csv").resolve("in the way"));

    RunSummary summary = folder.end(MadeUpRun.completed(1), true);

    assertThat(summary.result().status()).isEqualTo(RunStatus.FAILED);
    assertThat(summary.result().message().orElseThrow()).contains("flows.csv");
    assertThat(summary.number("bytesDelivered"))
        .isEqualTo(MadeUpRun.completed(1).summary().number("bytesDelivered"));
    assertThat(names(temp)).noneMatch(name -> name.endsWith(".part"));
    assertThat(summary(temp).get("status").asText()).isEqualTo("failed");
    assertThat(summary(temp).get("message").asText()).contains("flows.csv");
    assertThat(temp.resolve(".lock")).doesNotExist();
  }

  @Test
  void aSummaryForWhichThereIsNoRoomReplacesTheOneThatSaysRunning() throws IOException {
    for (boolean withResult : new boolean[] {true, false}) {
      Path out = temp.resolve("result " + withResult);
      RunFolder folder = RunFolder.begin(out, MadeUpRun.identity(1), RunFolderTest::experiment);
      // No new summary can be written, as on a full disk: its name is taken by a folder.
      Files.createDirectories(out.resolve(".summary.json.part").resolve("in the way"));

      if (withResult) {
        assertThat(folder.end(MadeUpRun.completed(1), true).result().status())
            .isEqualTo(RunStatus.FAILED);
      } else {
        assertThat(folder.abandon(RunStatus.INTERRUPTED, "stopped")).isNotEmpty();
      }

      assertThat(summary(out).get("status").asText()).isEqualTo("failed");
      assertThat(summary(out).get("message").asText()).contains("cannot write");
      assertThat(out.resolve(".lock")).doesNotExist();
    }
  }

  @Test
  void saysRunningUntilTheRunEnds() throws IOException {
    RunFolder.begin(temp, MadeUpRun.identity(1), RunFolderTest::experiment);

    assertThat(names(temp)).containsExactly("experiment.yaml", "summary.json");
    assertThat(summary(temp).get("status").asText()).isEqualTo("running");
  }

  @Test
  void saysInterruptedWithTheResultsUntilThen() throws IOException {
    RunFolder.begin(temp, MadeUpRun.identity(1), RunFolderTest::experiment)
        .end(MadeUpRun.interrupted(1), true);

    assertThat(summary(temp).get("status").asText()).isEqualTo("interrupted");
    assertThat(summary(temp).at("/flows/finished").asInt()).isEqualTo(3);
    assertThat(Files.readString(temp.resolve("report.html"))).contains("interrupted");
  }

  @Test
  void anAbandonedRunSaysWhyButNotAfterItsResults() throws IOException {
    RunFolder folder = RunFolder.begin(temp, MadeUpRun.identity(1), RunFolderTest::experiment);
    var _ = folder.abandon(RunStatus.FAILED, "switch leaf1 refused an entry");
    assertThat(summary(temp).get("message").asText()).isEqualTo("switch leaf1 refused an entry");

    folder.end(MadeUpRun.completed(1), true);
    assertThat(folder.abandon(RunStatus.INTERRUPTED, "too late")).isEmpty();
    assertThat(summary(temp).get("status").asText()).isEqualTo("completed");
  }

  @Test
  void aSecondRunInTheSameFolderLeavesNothingOfTheFirst() throws IOException {
    RunFolder.begin(temp, MadeUpRun.identity(1), RunFolderTest::experiment)
        .end(MadeUpRun.completed(1), true);
    RunFolder.begin(temp, MadeUpRun.identity(1), RunFolderTest::experiment);

    assertThat(names(temp)).containsExactly("experiment.yaml", "summary.json");
  }

  @Test
  void aFolderInUseIsRefusedAndOneWithAResultUnlessItIsToBeReplaced() throws IOException {
    RunFolder first = RunFolder.begin(temp, MadeUpRun.identity(1), RunFolderTest::experiment);

    assertThatThrownBy(
            () -> RunFolder.begin(temp, MadeUpRun.identity(2), RunFolderTest::experiment))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("in use by process " + ProcessHandle.current().pid());
    RunFolder.requireNoResult(temp);

    first.end(MadeUpRun.completed(1), true);
    assertThat(temp.resolve(".lock")).doesNotExist();
    assertThatThrownBy(() -> RunFolder.requireNoResult(temp))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("has the result of an earlier run")
        .hasMessageContaining("--force");
  }

  @Test
  void defaultNamesHaveTimeAndNameAndNeverCollide() {
    RunFolder first =
        RunFolder.beginUnder(temp, NOW, MadeUpRun.identity(1), RunFolderTest::experiment);
    RunFolder second =
        RunFolder.beginUnder(temp, NOW, MadeUpRun.identity(1), RunFolderTest::experiment);

    assertThat(first.path()).isEqualTo(temp.resolve("20261121-090507-incast-15x4MiB"));
    assertThat(second.path()).isEqualTo(temp.resolve("20261121-090507-incast-15x4MiB-2"));
  }

  @Test
  void refusesAFolderWithSomethingElse() {
    writeTo(temp.resolve("thesis.tex"), "x");

    assertThatThrownBy(
            () -> RunFolder.begin(temp, MadeUpRun.identity(1), RunFolderTest::experiment))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining(temp + " holds something else");
  }

  @Test
  void refusesAFile() {
    Path file = temp.resolve("file");
    writeTo(file, "x");

    assertThatThrownBy(
            () -> RunFolder.begin(file, MadeUpRun.identity(1), RunFolderTest::experiment))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("is a file, not a folder");
    assertThatThrownBy(() ->
            RunFolder.begin(file.resolve("sub"), MadeUpRun.identity(1), RunFolderTest::experiment))
        .isInstanceOf(RunFailedException.class)
        .hasMessageStartingWith("cannot write " + file.resolve("sub"));
  }

  @Test
  void roomThatIsKeptForTablesIsGoneWhenTheyAreWritten() throws IOException {
    RunFolder folder = RunFolder.begin(temp, MadeUpRun.identity(1), RunFolderTest::experiment);
    folder.keepRoom();
    assertThat(Files.size(temp.resolve(".room"))).isPositive();

    folder.end(MadeUpRun.completed(1), true);

    assertThat(names(temp)).doesNotContain(".room").contains("flows.csv");
  }

  private static JsonNode summary(Path folder) throws IOException {
    return new ObjectMapper().readTree(folder.resolve("summary.json").toFile());
  }

  private static Stream<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.equals(".lock"))
          .sorted()
          .toList()
          .stream();
    }
  }

  private static void experiment(Path file) {
    writeTo(file, "seed: 1\n");
  }

  private static void writeTo(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
