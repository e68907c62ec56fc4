package io.smartt.emulation.cli.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.experiment.report.FlowRecord;
import io.smartt.experiment.report.FlowRecord.FlowCounters;
import io.smartt.experiment.report.FlowRecord.FlowEnds;
import io.smartt.experiment.report.MadeUpRun;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What no living agent counted is a dash, and a sum without some flows says so. */
class UnknownEndsTest {
  /** Four flows, of which so many lack an end. Those of known senders timed out twice together. */
  private static String table(int senders, int receivers) {
    List<FlowRecord> flows = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      FlowCounters all =
          new FlowCounters(9, 7, i == 3 ? 2 : 0, 0, 0, i == 3 ? 4096 : 0, 1024, 0, FlowEnds.BOTH);
      FlowRecord flow = MadeUpRun.interrupted(1).flows().get(i + 4);
      flows.add(
          MadeUpRun.flow(
              i,
              flow.src(),
              flow.dst(),
              flow.bytes(),
              flow.startPs(),
              flow.finishPs(),
              flow.idealPs(),
              all.knownAt(FlowEnds.of(i >= senders, i >= receivers), 0),
              flow.path()));
    }
    return ResultTable.of(MadeUpRun.failed("agents are gone", flows).summary());
  }

  @Test
  void allLostIsADash() {
    assertThat(table(4, 4).lines())
        .contains("retransmissions                -   (unknown: senders of 4 flows)")
        .contains("timeouts                       -   (unknown: senders of 4 flows)")
        .contains("delivered                      -   (unknown: receivers of 4 flows)")
        .contains("verified                       -   (unknown: receivers of 4 flows)");
  }

  @Test
  void someLostIsTheSumOfTheOthers() {
    assertThat(table(1, 3).lines())
        .contains("timeouts                       2   (unknown: senders of 1 flows)")
        .contains("delivered                4.0 KiB   (unknown: receivers of 3 flows)");
  }
}
