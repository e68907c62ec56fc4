package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The end of a foreign program with what it started. */
@Timeout(120)
class ProcessTreeTest {
  @TempDir private Path temp;

  /** As a browser's service of storage does, which Chromium leaves to end by itself. */
  @Test
  void aChildThatWritesOnAfterItsParentIsWaitedFor() throws IOException {
    Process parent =
        new ProcessBuilder(
                "sh",
                "-c",
                """
                ( trap '' TERM
                  for n in $(seq 100000); do echo $n > "$0/$n"; done ) &
                echo $!
                wait
                """,
                temp.toString())
            .start();
    // Not closed: the child has the other end.
    BufferedReader said = parent.inputReader();
    long child = Long.parseLong(said.readLine());
    assertThat(ProcessTree.runs(child)).isTrue();

    ProcessTree.end(parent);

    assertThat(ProcessTree.runs(child)).isFalse();
    assertThat(ProcessTree.runs(parent.pid())).isFalse();
    // Nobody writes any more: what is listed is all that is to be removed.
    try (var files = Files.list(temp)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    assertThat(temp).isEmptyDirectory();
  }

  @Test
  void aProgramThatHasEndedIsNoError() throws Exception {
    Process ended = new ProcessBuilder(List.of("true")).start();
    assertThat(ended.waitFor()).isZero();

    ProcessTree.end(ended);
    ProcessTree.kill(ended);

    assertThat(ProcessTree.runs(ended.pid())).isFalse();
  }
}
