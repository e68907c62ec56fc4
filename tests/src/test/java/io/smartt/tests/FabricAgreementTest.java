package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.smartt.needs.Experiment;
import io.smartt.needs.Namespaces;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Compares an experiment under one dilated profile, in virtual time and with real frames: see
 * docs/operate/netns.md for the table and for what the differences come from. A real-time run
 * during which the machine did not keep time says so, and is not compared; three of them in a row
 * fail.
 */
@Tag("netns")
@Timeout(900)
@Isolated
class FabricAgreementTest {
  /** Time is stretched further on a machine that is too busy for less. */
  private static final int[] DILATIONS = {4_000, 8_000, 16_000};

  /** A permutation's queues are nearly empty, and feel threads that come late more. */
  private static final int[] PERMUTATION_DILATIONS = {32_000, 64_000};

  @TempDir private Path folder;

  @BeforeAll
  static void requireNamespaces() {
    Namespaces.require();
  }

  private record Pair(SmarttRun virtual, SmarttRun netns) {}

  /** Of the first dilation at which the machine keeps time. */
  private Pair run(String workload, int seed, int... dilations) {
    for (int dilation : dilations) {
      String[] what = {
        "--set", "dilation=" + dilation, "--seed", String.valueOf(seed), "--workload", workload
      };
      String name = "%d-%d".formatted(seed, dilation);
      SmarttRun netns = Netns.optimisedRun(folder.resolve("netns" + name), what);
      assertThat(netns.status()).as(netns.out()).isZero();
      if (!netns.out().contains("did not keep time")) {
        SmarttRun virtual = Netns.virtual(folder.resolve("virtual" + name), what);
        assertThat(virtual.status()).as(virtual.err()).isZero();
        show(workload, "virtual", virtual);
        show(workload, "netns", netns);
        assertThat(netns.number("drops")).as("drops").isZero();
        return new Pair(virtual, netns);
      }
    }
    throw new AssertionError("this machine did not keep time, however much it was stretched");
  }

  private static void show(String workload, String fabric, SmarttRun run) {
    System.out.printf(
        "%s %s: slowdown median %.3f, p99 %.3f; trims %d, marks %d%n",
        workload,
        fabric,
        run.slowdown("median"),
        run.slowdown("p99"),
        run.number("trims"),
        run.number("marks"));
  }

  @Test
  @Experiment
  void realFramesOfAnIncastTakeAsLongAsVirtualOnes() {
    agree("incast:8x1MiB");
  }

  /** Wants a machine with nothing else to do. */
  @Test
  @EnabledIfSystemProperty(named = "smartt.agreement.long", matches = "all")
  void realFramesOfALongIncastTakeAsLongAsVirtualOnes() {
    agree("incast:8x4MiB");
  }

  private void agree(String workload) {
    Pair runs = run(workload, 1, DILATIONS);
    for (String figure : List.of("median", "p99")) {
      agree(figure, runs.virtual.slowdown(figure), runs.netns.slowdown(figure), 0.1);
    }
    for (String count : List.of("trims", "marks")) {
      agree(count, (double) runs.virtual.number(count), (double) runs.netns.number(count), 0.2);
    }
  }

  /** Wants a machine with nothing else to do, and some minutes of it. */
  @Test
  @EnabledIfSystemProperty(named = "smartt.agreement.long", matches = "all")
  void realFramesOfAPermutationTakeAsLongAsVirtualOnes() {
    agreeOverSeeds("permutation:4MiB", 4);
  }

  /** Has a quarter of the marks of the longer flows, and so wants twice the seeds. */
  @Test
  @EnabledIfSystemProperty(named = "smartt.agreement.long", matches = "all")
  void realFramesOfShortPermutationsTakeAsLongAsVirtualOnes() {
    agreeOverSeeds("permutation:1MiB", 8);
  }

  /** One seed marks up to three times what another does, and a run not just what the other did. */
  private void agreeOverSeeds(String workload, int seeds) {
    List<Pair> runs = new ArrayList<>();
    for (int seed = 1; seed <= seeds; seed++) {
      runs.add(run(workload, seed, PERMUTATION_DILATIONS));
    }
    for (Pair pair : runs) {
      for (String figure : List.of("median", "p99")) {
        agree(figure, pair.virtual.slowdown(figure), pair.netns.slowdown(figure), 0.1);
      }
    }
    agree(
        "marks of all seeds",
        sum("marks", Pair::virtual, runs),
        sum("marks", Pair::netns, runs),
        0.2);
    // Of no trims at all no share can be kept to: one late moment may fill a queue.
    double few = sum("bytesDelivered", Pair::netns, runs) / 4096 / 10_000;
    double trims = sum("trims", Pair::virtual, runs);
    assertThat(sum("trims", Pair::netns, runs))
        .as("trims of all seeds")
        .isCloseTo(trims, within(trims * 0.2 + few));
  }

  private static double sum(String count, Function<Pair, SmarttRun> fabric, List<Pair> runs) {
    return runs.stream().mapToDouble(pair -> fabric.apply(pair).number(count)).sum();
  }

  private static void agree(String figure, double virtual, double netns, double share) {
    assertThat(netns).as(figure).isCloseTo(virtual, within(virtual * share));
  }
}
