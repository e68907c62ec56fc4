package io.smartt.base.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class OwnerProcessTest {
  @Test
  void thisOneRuns() {
    assertThat(OwnerProcess.isRunning(ProcessHandle.current().pid())).isTrue();
  }

  @Test
  void whatIsNotJavaIsSomebodyElse() throws IOException {
    Process other = new ProcessBuilder("sh", "-c", "read line").start();
    try {
      // Its command is the test's own until it has become the shell.
      while (command(other).contains("java")) {
        Thread.onSpinWait();
      }
      assertThat(OwnerProcess.isRunning(other.pid())).isFalse();
    } finally {
      other.destroyForcibly();
    }
  }

  private static String command(Process process) {
    return process.info().command().orElse("");
  }

  /** A child of a process that does not wait for it stays in the table when it has ended. */
  @Test
  @EnabledOnOs(OS.LINUX)
  @Timeout(30)
  void oneThatNobodyWaitedForIsGone() throws IOException {
    // The child lives until a line comes: a shell that still is one would wait for it.
    Process parent =
        new ProcessBuilder(
                "sh", "-c", "exec 3<&0; head -n 1 <&3 >&2 & echo $!; exec 3<&-; exec sleep 60")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader said = parent.inputReader(StandardCharsets.UTF_8);
        BufferedWriter end = parent.outputWriter(StandardCharsets.UTF_8)) {
      long child = Long.parseLong(Optional.ofNullable(said.readLine()).orElseThrow().strip());
      while (!proc(parent.pid(), "comm").startsWith("sleep")) {
        Thread.onSpinWait();
      }
      end.write("go\n");
      end.flush();
      while (!proc(child, "stat").contains(") Z")) {
        Thread.onSpinWait();
      }
      assertThat(ProcessHandle.of(child).filter(ProcessHandle::isAlive)).isPresent();
      assertThat(OwnerProcess.isRunning(child)).isFalse();
    } finally {
      parent.destroyForcibly();
    }
  }

  private static String proc(long number, String file) throws IOException {
    return Files.readString(Path.of("/proc", Long.toString(number), file));
  }
}
