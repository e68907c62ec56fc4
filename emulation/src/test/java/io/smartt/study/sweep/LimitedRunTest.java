package io.smartt.study.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.experiment.report.RunMonitor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LimitedRunTest {
  private static final Duration SHORT = Duration.ofMillis(1);

  @TempDir private Path folder;

  @BeforeEach
  void begin() throws IOException {
    Files.writeString(folder.resolve("summary.json"), "{\"status\": \"running\"}");
  }

  private String summary() throws IOException {
    return Files.readString(folder.resolve("summary.json"));
  }

  @Test
  void aRunThatHangsHasFailedAndTheCallerGoesOn() throws IOException {
    CountDownLatch never = new CountDownLatch(1);

    new LimitedRun(folder, SHORT, SHORT, () -> false)
        .run(
            RunMonitor.NONE,
            _ -> {
              boolean over = false;
              while (!over) {
                try {
                  never.await();
                  over = true;
                } catch (InterruptedException e) {
                  // It does not let itself be ended.
                }
              }
            });

    assertThat(summary()).contains("failed", "not done within 0 s");
    never.countDown();
  }

  @Test
  void aRunThatTheUserStopsHasNotFailed() throws IOException {
    LimitedRun.of(folder, SHORT, () -> true)
        .run(
            RunMonitor.NONE,
            monitor -> {
              while (!monitor.interrupted()) {
                Thread.onSpinWait();
              }
            });

    assertThat(summary()).contains("running");
  }

  @Test
  void aRunWithoutMemoryHasFailed() throws IOException {
    LimitedRun.of(folder, Duration.ofMinutes(1), () -> false)
        .run(
            RunMonitor.NONE,
            _ -> {
              throw new OutOfMemoryError("made up");
            });

    assertThat(summary()).contains("failed", "took all memory");
  }
}
