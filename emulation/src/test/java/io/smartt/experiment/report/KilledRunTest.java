package io.smartt.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that is killed at any change of a file, and the one after it in the same folder. */
class KilledRunTest {
  /** No process has this number: Linux gives out fewer. */
  private static final String DEAD = "999999999 0\n";

  @TempDir private Path temp;

  @Test
  void theNextRunGoesOnWhereverOneWasKilled() throws IOException {
    int steps = 0;
    for (boolean killed = true; killed; steps++) {
      Path folder = temp.resolve("new" + steps);
      killed = killedAt(steps, folder);
      assertNextRuns(folder, "killed at step " + steps);
    }
    assertThat(steps).isGreaterThan(20);
  }

  @Test
  void aResultThatIsReplacedIsNoResultFromTheFirstChangeOn() throws IOException {
    int steps = 0;
    for (boolean killed = true; killed; steps++) {
      Path folder = temp.resolve("again" + steps);
      var _ = killedAt(Integer.MAX_VALUE, folder);
      List<String> whole = names(folder);
      killed = killedAt(steps, folder);
      if (status(folder).equals("completed")) {
        assertThat(names(folder)).as("killed at step %d", steps).containsAll(whole);
      }
      assertNextRuns(folder, "killed at step " + steps);
    }
  }

  @Test
  void aLockThatAFailingDiskLeftEmptyIsNobodys() throws IOException {
    Files.createFile(temp.resolve(".lock"));
    Files.setLastModifiedTime(temp.resolve(".lock"), FileTime.fromMillis(0));

    FolderLock.take(temp).close();

    assertThat(temp.resolve(".lock")).doesNotExist();
  }

  /** Runs in a folder until a change of a file; returns whether it got that far. */
  private static boolean killedAt(int step, Path folder) throws IOException {
    MortalFiles files = new MortalFiles(step);
    try {
      run(files.of(folder));
      return files.died();
    } catch (MortalFiles.Killed e) {
      // The process that wrote it lives on in this test.
      Path lock = folder.resolve(".lock");
      if (Files.exists(lock)) {
        assertThat(lock).isNotEmptyFile();
        Files.delete(lock);
        Files.writeString(lock, DEAD);
      }
      return true;
    }
  }

  private static void run(Path folder) {
    RunFolder.begin(folder, MadeUpRun.identity(1), KilledRunTest::experiment)
        .end(MadeUpRun.completed(1), true);
  }

  private static void assertNextRuns(Path folder, String when) throws IOException {
    run(folder);
    assertThat(status(folder)).as(when).isEqualTo("completed");
    assertThat(names(folder))
        .as(when)
        .contains("flows.csv", "report.html")
        .noneMatch(name -> name.endsWith(".part"));
  }

  private static String status(Path folder) throws IOException {
    Path summary = folder.resolve("summary.json");
    return Files.exists(summary)
        ? new ObjectMapper().readTree(summary.toFile()).path("status").asText()
        : "";
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static void experiment(Path file) {
    try {
      Files.writeString(file, "seed: 1\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
