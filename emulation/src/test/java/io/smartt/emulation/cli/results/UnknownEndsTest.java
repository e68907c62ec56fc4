package io.smartt.emulation.cli.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.emulation.report.JobReport;
import io.smartt.emulation.report.MadeUpRun;
import io.smartt.emulation.report.RunCost;
import io.smartt.emulation.report.RunHistory;
import io.smartt.emulation.report.RunStatus;
import io.smartt.emulation.report.RunSummary;
import io.smartt.emulation.report.UnknownEnds;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** What no living agent counted is a dash, and a sum without some flows says so. */
class UnknownEndsTest {
  private static String table(UnknownEnds unknown) {
    return ResultTable.of(
        new RunSummary(
            MadeUpRun.identity(1),
            RunStatus.FAILED,
            Optional.of("agents are gone"),
            4,
            0,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            0,
            0,
            0,
            0,
            7,
            2,
            4096,
            1024,
            new RunCost(0, 0, 0, 0),
            Optional.empty(),
            Optional.empty(),
            RunHistory.NONE,
            unknown,
            JobReport.NONE,
            Optional.empty(),
            List.of()));
  }

  @Test
  void allLostIsADash() {
    assertThat(table(new UnknownEnds(4, 4, 4)).lines())
        .contains("retransmissions                -   (unknown: senders of 4 flows)")
        .contains("timeouts                       -   (unknown: senders of 4 flows)")
        .contains("delivered                      -   (unknown: receivers of 4 flows)")
        .contains("verified                       -   (unknown: receivers of 4 flows)");
  }

  @Test
  void someLostIsTheSumOfTheOthers() {
    assertThat(table(new UnknownEnds(4, 1, 3)).lines())
        .contains("timeouts                       2   (unknown: senders of 1 flows)")
        .contains("delivered                4.0 KiB   (unknown: receivers of 3 flows)");
  }
}
