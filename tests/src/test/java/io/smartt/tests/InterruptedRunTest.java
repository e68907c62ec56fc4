package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Ctrl-C in the middle of a real run, in a process of its own. */
@Execution(ExecutionMode.SAME_THREAD)
class InterruptedRunTest {
  @TempDir private Path folder;

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void controlCLeavesAReadableFolderThatSaysItWasInterrupted()
      throws IOException, InterruptedException {
    StopSignal signal = StopSignal.heard();
    Path out = folder.resolve("run");
    // 1.9 GiB through one port; it says how far it is at each quarter.
    Process process = start("run", "--workload", "incast:15x128MiB", "--out", out.toString());
    try {
      Steps.until(process.errorReader(StandardCharsets.UTF_8), Steps.UNDER_WAY);
      signal.to(process);

      assertThat(process.waitFor()).isEqualTo(signal.status());
    } finally {
      process.destroyForcibly();
    }

    SmarttRun run = new SmarttRun(signal.status(), "", "", out);
    JsonNode summary = run.summary();
    assertThat(summary.get("status").textValue()).isEqualTo("interrupted");
    assertThat(summary.get("flows").get("count").intValue()).isEqualTo(15);
    assertThat(summary.get("flows").get("finished").intValue()).isZero();
    for (String csv : List.of("flows.csv", "samples.csv", "switches.csv")) {
      assertThat(run.file(csv)).as(csv).endsWith("\n");
    }
    assertThat(run.file("report.html")).contains("interrupted").endsWith("</html>\n");
    assertThat(run.file("experiment.yaml")).contains("incast:15x128MiB");
  }

  private static Process start(String... arguments) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(OwnJvm.command());
    builder.command().addAll(List.of(arguments));
    return builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
  }
}
