package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Hosts with a port in each of several planes. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class PlanesTest {
  @TempDir private Path folder;

  private SmarttRun run(String name, String... more) {
    String common = "--profile virtual --topology multiplane,4,2,2,2 --workload permutation:2MiB";
    List<String> arguments = new ArrayList<>(List.of(common.split(" ")));
    arguments.addAll(List.of(more));
    SmarttRun run = SmarttRun.of(folder.resolve(name), arguments.toArray(String[]::new));
    assertThat(run.status()).as(run.err()).isZero();
    return run;
  }

  @Test
  void aFlowFillsThePortsOfAllPlanes() {
    // One port of four would be a slowdown near 4.
    assertThat(run("all").summary().required("slowdown").required("max").doubleValue())
        .isLessThan(1.25);
  }

  @Test
  void whereAPlaneDiesCachedEntropiesAvoidItAndSprayingDoesNot() {
    String death = "link.failures=p3*@30us";
    SmarttRun reps = run("reps", "--set", death, "--lb", "reps");
    SmarttRun ops = run("ops", "--set", death, "--lb", "ops");

    assertThat(reps.number("timeouts")).isPositive();
    assertThat(ops.number("timeouts")).isGreaterThan(2 * reps.number("timeouts"));
    assertThat(ops.summary().required("slowdown").required("median").doubleValue())
        .isGreaterThan(2 * reps.summary().required("slowdown").required("median").doubleValue());
  }
}
