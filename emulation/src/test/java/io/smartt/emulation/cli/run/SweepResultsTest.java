package io.smartt.emulation.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.study.sweep.FinishedRun;
import io.smartt.study.sweep.MadeUpSweepRun;
import io.smartt.switchd.console.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The tables that a sweep prints. */
@Timeout(60)
class SweepResultsTest {
  private static String printed(List<FinishedRun> runs) {
    StringWriter out = new StringWriter();
    PrintWriter printer = new PrintWriter(out);
    new SweepResults(Path.of("here"), List.of("scheme", "seed"), runs)
        .print(new Console(printer, printer, false));
    printer.flush();
    return out.toString();
  }

  @Test
  void aMeanOverARunThatWasLateIsMarkedAndTheRunIsNamed() throws IOException {
    String said =
        printed(
            List.of(
                MadeUpSweepRun.of("smartt", 1, "{\"status\":\"completed\",\"timely\":false}"),
                MadeUpSweepRun.of("smartt", 2, "{\"status\":\"completed\",\"timely\":true}"),
                MadeUpSweepRun.of("swift", 1, "{\"status\":\"completed\",\"timely\":true}")));

    assertThat(said.lines().filter(line -> line.startsWith("smartt")))
        .singleElement()
        .asString()
        .contains("2, 1 late");
    assertThat(said.lines().filter(line -> line.startsWith("swift")))
        .singleElement()
        .asString()
        .doesNotContain("late");
    assertThat(said)
        .contains("WARNING: On 1 of 3 runs the machine did not keep time,", ": smartt 1.");
  }

  @Test
  void runsInTimeHaveNoWarning() throws IOException {
    assertThat(
            printed(
                List.of(
                    MadeUpSweepRun.of("smartt", 1, "{\"status\":\"completed\",\"timely\":null}"))))
        .contains("sweep folder: here")
        .doesNotContain("late")
        .doesNotContain("WARNING");
  }
}
