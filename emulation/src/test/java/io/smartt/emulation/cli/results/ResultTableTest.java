package io.smartt.emulation.cli.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.experiment.report.FlowRecord;
import io.smartt.experiment.report.FlowRecord.RttRecord;
import io.smartt.experiment.report.MadeUpRun;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.report.RunResult.RunStatus;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests of {@link ResultTable}. */
class ResultTableTest {

  @Test
  void alignsItsColumns() {
    List<FlowRecord> flows =
        MadeUpRun.completed(1).flows().stream().map(ResultTableTest::withRtt).toList();
    RunResult run = MadeUpRun.of(RunStatus.COMPLETED, Optional.empty(), flows, 12);

    assertThat(ResultTable.of(run.summary(), Path.of("runs", "x")))
        .isEqualToNormalizingNewlines(
            """

            incast:15x4MiB on leafspine,4,4,4, virtual
            smartt, reps, trimming p4, constants paper, seed 1

                                         min        median           p99           max
            completion time        10.251 ms     10.569 ms     10.696 ms     10.701 ms
            slowdown                   0.976         1.007         1.019         1.019   (measured / max-min fair ideal)
            least RTT                  1.001         1.001         1.001         1.001   (measured / base)
            RTT jitter              0.750 us      0.750 us      0.750 us      0.750 us

            flows                         15
            fairness (Jain)           0.9998
            trims                          0
            marks                          0
            drops                          0
            pause frames                  12
            retransmissions              489
            timeouts                       0
            delivered               60.0 MiB
            verified                60.0 MiB
            wall time                 0.00 s

            cause: the use of links was not recorded

            run folder: runs/x
            """);
  }

  private static FlowRecord withRtt(FlowRecord flow) {
    RttRecord rtt = new RttRecord(12_012_000, 15_000_000, 750_000);
    return new FlowRecord(
        flow.id(),
        flow.src(),
        flow.dst(),
        flow.bytes(),
        flow.startPs(),
        flow.finishPs(),
        flow.idealPs(),
        flow.counters(),
        flow.path(),
        Optional.of(rtt));
  }

  @Test
  void showsDashesWhereNothingFinished() {
    List<FlowRecord> unfinished =
        MadeUpRun.interrupted(1).flows().stream().filter(flow -> !flow.finished()).toList();

    assertThat(
            ResultTable.of(
                MadeUpRun.failed("no flow finished", unfinished).summary(), Path.of("runs", "x")))
        .contains("FAILED: no flow finished")
        .contains("completion time                -             -             -             -")
        .contains("flows                    0 of 12");
  }
}
