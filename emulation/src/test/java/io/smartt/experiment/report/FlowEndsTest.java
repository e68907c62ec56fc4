package io.smartt.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.experiment.report.FlowRecord.FlowCounters;
import io.smartt.experiment.report.FlowRecord.FlowEnds;
import io.smartt.experiment.report.FlowRecord.PathInfo;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What is not known of a flow is empty in its row. */
class FlowEndsTest {
  private static List<String> row(FlowEnds known) throws IOException {
    FlowCounters counters =
        new FlowCounters(10, 2, 1, 3, 4, 4096, 4096, 0, FlowEnds.BOTH).knownAt(known, 0);
    StringWriter csv = new StringWriter();
    RunTables.flows(MadeUpRun.identity(1))
        .with(
            List.of(
                MadeUpRun.flow(
                    1,
                    "h3",
                    "h1",
                    8192,
                    0,
                    OptionalLong.empty(),
                    1_000_000,
                    counters,
                    new PathInfo(2, 1, 1_000_000, OptionalLong.empty()))))
        .csv(csv);
    String[] fields = csv.toString().lines().toList().get(1).split(",", -1);
    return List.of(fields).subList(9, 16);
  }

  @Test
  void aLivingSendersNumbersAreThere() throws IOException {
    assertThat(row(FlowEnds.SENDER)).containsExactly("10", "2", "1", "3", "4", "", "");
  }

  @Test
  void aLivingReceiversBytesAreThere() throws IOException {
    assertThat(row(FlowEnds.RECEIVER)).containsExactly("", "", "", "", "", "4096", "4096");
  }

  @Test
  void nothingIsNeverZero() throws IOException {
    assertThat(row(FlowEnds.of(false, false))).containsOnly("");
  }
}
