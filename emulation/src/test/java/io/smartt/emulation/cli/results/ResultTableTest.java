package io.smartt.emulation.cli.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.emulation.report.Distribution;
import io.smartt.emulation.report.MadeUpRun;
import io.smartt.emulation.report.RunCost;
import io.smartt.emulation.report.RunStatus;
import io.smartt.emulation.report.RunSummary;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Tests of {@link ResultTable}. */
class ResultTableTest {

  @Test
  void alignsItsColumns() {
    RunSummary summary =
        new RunSummary(
            MadeUpRun.identity(1),
            RunStatus.COMPLETED,
            Optional.empty(),
            15,
            15,
            Optional.of(new Distribution(950.5, 10_500, 10_700.25, 10_701)),
            Optional.of(new Distribution(0.976, 1, 1.019, 1.0194)),
            Optional.of(new Distribution(1.001, 1.002, 1.25, 1.3)),
            Optional.of(new Distribution(0.5, 0.75, 1.25, 2)),
            OptionalDouble.of(10_701),
            OptionalDouble.of(0.99985),
            531,
            3_209,
            0,
            12,
            489,
            0,
            60L << 20,
            60L << 20,
            new RunCost(92_160, 1.874, 2.4, 1 << 20));

    assertThat(ResultTable.of(summary, Path.of("runs", "x")))
        .isEqualToNormalizingNewlines(
            """

            incast:15x4MiB on leafspine,4,4,4, virtual
            smartt, reps, trimming p4, constants paper, seed 1

                                         min        median           p99           max
            completion time         0.951 ms     10.500 ms     10.700 ms     10.701 ms
            slowdown                   0.976         1.000         1.019         1.019   (measured / max-min fair ideal)
            least RTT                  1.001         1.002         1.250         1.300   (measured / base)
            RTT jitter              0.500 us      0.750 us      1.250 us      2.000 us

            flows                         15
            fairness (Jain)           0.9999
            trims                        531
            marks                      3,209
            drops                          0
            pause frames                  12
            retransmissions              489
            timeouts                       0
            delivered               60.0 MiB
            verified                60.0 MiB
            wall time                 1.87 s

            run folder: runs/x
            """);
  }

  @Test
  void showsDashesWhereNothingFinished() {
    RunSummary summary =
        new RunSummary(
            MadeUpRun.identity(1),
            RunStatus.FAILED,
            Optional.of("no flow finished"),
            15,
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
            0,
            0,
            0,
            0,
            new RunCost(0, 0, 0, 0));

    assertThat(ResultTable.of(summary, Path.of("runs", "x")))
        .contains("FAILED: no flow finished")
        .contains("completion time                -             -             -             -")
        .contains("flows                    0 of 15");
  }
}
