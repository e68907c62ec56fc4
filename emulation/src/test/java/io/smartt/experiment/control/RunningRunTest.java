package io.smartt.experiment.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.report.FolderLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link RunningRun} and the {@link ControlSocket} that it asks. */
@Timeout(60)
class RunningRunTest {
  @TempDir private Path runs = Path.of("");

  private Path folder(String name, String status, String fabric) {
    try {
      Path folder = Files.createDirectories(runs.resolve(name));
      Files.writeString(
          folder.resolve("summary.json"),
          "{\"status\": \"%s\", \"fabric\": \"%s\"}".formatted(status, fabric));
      return folder;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private Path running(String name) {
    Path folder = folder(name, "running", "netns");
    FolderLock _ = FolderLock.take(folder);
    return folder;
  }

  @Test
  void aRunIsNamedByItsFolderItsNameOrTheEndOfThat() {
    Path one = running("20261123-100000-incast");
    folder("20261123-090000-incast", "completed", "netns");

    assertThat(RunningRun.find(runs, one.toString()).folder()).isEqualTo(one);
    assertThat(RunningRun.find(runs, "20261123-100000-incast").folder()).isEqualTo(one);
    assertThat(RunningRun.find(runs, "incast").folder()).isEqualTo(one);
  }

  @Test
  void whatIsNoneSaysWhatRuns() {
    assertThatThrownBy(() -> RunningRun.find(runs, "incast"))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("'incast' is no run: ")
        .hasMessageEndingWith("where nothing runs");
    Path one = running("a-incast");
    assertThatThrownBy(() -> RunningRun.find(runs, "outcast"))
        .hasMessageContaining("of those that run here, ")
        .hasMessageContaining(one.toString());
    running("b-incast");
    assertThatThrownBy(() -> RunningRun.find(runs, "incast"))
        .hasMessageContaining("'incast' may be each of ")
        .hasMessageContaining("a-incast")
        .hasMessageContaining("b-incast");
  }

  @Test
  void aRunThatEndedOrWasKilledSaysSo() throws IOException {
    folder("x", "completed", "netns");
    assertThatThrownBy(() -> RunningRun.find(runs, "x"))
        .isInstanceOf(UserInputException.class)
        .hasMessageEndingWith("has ended (completed)");
    Path killed = folder("y", "running", "netns");
    // No process has begun at that time.
    Files.writeString(killed.resolve(".lock"), ProcessHandle.current().pid() + " 1\n");
    assertThatThrownBy(() -> RunningRun.find(runs, "y"))
        .hasMessageEndingWith("does not run any more: its process is gone");
  }

  @Test
  void aRunThatTakesNothingSaysWhy() {
    assertThatThrownBy(() -> new RunningRun(folder("x", "running", "virtual")).ask("a-b down"))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("fabric 'virtual' takes no changes while it runs; link.failures");
    assertThatThrownBy(() -> new RunningRun(folder("y", "running", "docker")).ask("a-b down"))
        .hasMessageContaining("ask when its traffic has begun");
  }

  @Test
  void requestsAreAnsweredAndFailuresKeepTheirKind() {
    Path folder = folder("x", "running", "netns");
    UnaryOperator<String> action =
        request ->
            switch (request) {
              case "wrong" -> throw new UserInputException("not a link");
              case "failed" -> throw new RunFailedException("switch s1\ndoes not answer");
              default -> "did " + request;
            };
    try (ControlSocket _ = ControlSocket.open(folder, action)) {
      RunningRun run = new RunningRun(folder);
      assertThat(run.ask("leaf1-späne1 down")).isEqualTo("did leaf1-späne1 down");
      assertThatThrownBy(() -> run.ask("wrong"))
          .isInstanceOf(UserInputException.class)
          .hasMessage("not a link");
      assertThatThrownBy(() -> run.ask("failed"))
          .isInstanceOf(RunFailedException.class)
          .hasMessage("switch s1 does not answer");
      assertThatThrownBy(() -> run.ask("x".repeat(5_000))).isInstanceOf(RunFailedException.class);
      assertThat(run.ask("more")).isEqualTo("did more");
    }
  }

  @Test
  void nobodyElseReachesTheSocketAndNothingOfItStays() throws IOException {
    Path folder = folder("x", "running", "netns");
    Path socket;
    try (ControlSocket _ = ControlSocket.open(folder, request -> request)) {
      socket = Path.of(Files.readString(folder.resolve(".control")).strip());
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket.getParent())))
          .isEqualTo("rwx------");
    }
    assertThat(socket.getParent()).doesNotExist();
    assertThat(folder.resolve(".control")).doesNotExist();
  }
}
