package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The paper's orderings of sender-based schemes (Sec. "Permutation", Sec. "Incast") on the network
 * of its simulations: 800 Gbps, a leaf-spine oversubscribed 4 to 1. {@code docs/transport.md} has
 * the whole table.
 */
class SchemeOrderingsTest {
  @TempDir private Path folder;

  private SmarttRun run(String scheme, String workload) {
    List<String> arguments =
        List.of(
            "--profile",
            "htsim-800g",
            "--topology",
            "leafspine,4,4,16",
            "--workload",
            workload,
            "--scheme",
            scheme);
    SmarttRun run =
        SmarttRun.of(
            folder.resolve(scheme + workload.replace(':', '-')), arguments.toArray(String[]::new));
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.number("bytesVerified")).isEqualTo(run.number("bytesDelivered"));
    return run;
  }

  @Test
  void onTheOversubscribedPermutationSmarttIsAheadOfSwiftAndMprdmaAndFairerThanBoth() {
    SmarttRun smartt = run("smartt", "core-permutation:4MiB");
    assertThat(smartt.slowdown("p99")).isLessThan(1.06);
    for (String other : List.of("swift", "mprdma")) {
      SmarttRun baseline = run(other, "core-permutation:4MiB");
      assertThat(smartt.lastFinishUs()).as(other).isLessThan(0.95 * baseline.lastFinishUs());
      assertThat(smartt.slowdown("p99")).as(other).isLessThan(baseline.slowdown("p99"));
      assertThat(smartt.jain()).as(other).isGreaterThan(baseline.jain());
    }
  }

  @Test
  void onIncastsSmarttIsAheadOfSwiftAndMprdma() {
    for (String incast : List.of("incast:8x1MiB", "incast:32x1MiB")) {
      SmarttRun smartt = run("smartt", incast);
      assertThat(smartt.slowdown("p99")).isLessThan(1.06);
      for (String other : List.of("swift", "mprdma")) {
        SmarttRun baseline = run(other, incast);
        assertThat(smartt.lastFinishUs())
            .as(other + " " + incast)
            .isLessThan(baseline.lastFinishUs());
      }
    }
  }

  @Test
  void dctcpWorks() {
    assertThat(run("dctcp", "incast:8x1MiB").slowdown("p99")).isLessThan(1.5);
  }
}
