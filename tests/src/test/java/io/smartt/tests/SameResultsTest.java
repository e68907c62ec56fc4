package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
}
