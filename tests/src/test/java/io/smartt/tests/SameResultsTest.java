package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run gives the same results however its nodes share event queues and threads. */
class SameResultsTest {
  private static final List<String> CSVS =
      List.of("flows.csv", "samples.csv", "entropies.csv", "switches.csv");

  @TempDir private Path folder;

  private SmarttRun run(String name, String workload, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--profile",
                "htsim-800g",
                "--topology",
                "fattree,hosts=32",
                "--workload",
                workload,
                "--set",
                "load-balancer=mixed"));
    arguments.addAll(List.of(more));
    SmarttRun run = SmarttRun.of(folder.resolve(name), arguments.toArray(String[]::new));
    assertThat(run.status()).as(run.err()).isZero();
    return run;
  }

  /** Flows that wait for nothing; for their own host's; for another host's. */
  @ParameterizedTest
  @ValueSource(strings = {"permutation:512KiB", "alltoall:2x16KiB", "allreduce-ring:4MiB"})
  void onOneThreadOnThreeAndInOneQueueForACapture(String workload) {
    SmarttRun one = run("one", workload, "--threads", "1");
    SmarttRun three = run("three", workload, "--threads", "3");
    SmarttRun captured = run("captured", workload, "--capture");

    for (String csv : CSVS) {
      assertThat(three.file(csv)).as(csv).isEqualTo(one.file(csv));
      assertThat(captured.file(csv)).as(csv).isEqualTo(one.file(csv));
    }
  }

  @Test
  @Timeout(120)
  void onOneThreadOnThreeAndInACaptureWhereFramesHaveOverhead() {
    String[] overhead = {"--set", "packet.overhead=24"};
    SmarttRun without = run("without", "permutation:512KiB", "--threads", "1");
    SmarttRun one = run("one", "permutation:512KiB", concat(overhead, "--threads", "1"));
    SmarttRun three = run("three", "permutation:512KiB", concat(overhead, "--threads", "3"));
    SmarttRun captured = run("captured", "permutation:512KiB", concat(overhead, "--capture"));

    assertThat(one.lastFinishUs()).isGreaterThan(without.lastFinishUs());
    for (String csv : CSVS) {
      assertThat(three.file(csv)).as(csv).isEqualTo(one.file(csv));
      assertThat(captured.file(csv)).as(csv).isEqualTo(one.file(csv));
    }
  }

  @Test
  @Timeout(120)
  void aLoneFlowTakesTheOverheadOfEachOfItsPacketsAndIsAsFastAsItsIdeal() {
    SmarttRun without = loneFlow("without", "0");
    SmarttRun with = loneFlow("with", "24");

    assertThat(with.slowdown("max")).isEqualTo(without.slowdown("max")).isEqualTo(1);
    // 1,024 packets, of which the first is paid at 4 hops, as is the ACK: 24 B at 50 Gbps are
    // 3.84 ns.
    assertThat(with.lastFinishUs() - without.lastFinishUs())
        .isCloseTo((1023 + 4 + 4) * 0.00384, within(1e-6));
  }

  private SmarttRun loneFlow(String name, String overhead) {
    SmarttRun run =
        SmarttRun.of(
            folder.resolve(name), "--workload=incast:1x4MiB", "--set=packet.overhead=" + overhead);
    assertThat(run.status()).as(run.err()).isZero();
    return run;
  }

  private static String[] concat(String[] first, String... more) {
    return Stream.concat(Stream.of(first), Stream.of(more)).toArray(String[]::new);
  }
}
