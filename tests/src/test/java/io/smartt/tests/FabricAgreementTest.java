package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The same experiment under the same dilated profile, in virtual time and with real frames: see
 * docs/netns.md for the table and for what the differences come from. A real-time run during which
 * the machine did not keep time says so, and is not compared; three of them in a row fail.
 */
@Tag("netns")
@Timeout(900)
class FabricAgreementTest {
  /** Time is stretched further on a machine that is too busy for less. */
  private static final int[] DILATIONS = {4_000, 8_000, 16_000};

  @TempDir private Path folder;

  @BeforeAll
  static void requireNamespaces() {
    Netns.require();
  }

  private record Pair(SmarttRun virtual, SmarttRun netns) {}

  /** Of the first dilation at which the machine keeps time. */
  private Pair run(String workload) {
    for (int dilation : DILATIONS) {
      String set = "dilation=" + dilation;
      SmarttRun netns =
          Netns.run(
              folder.resolve("netns" + dilation),
              "--profile",
              "netns",
              "--set",
              set,
              "--workload",
              workload);
      assertThat(netns.status()).as(netns.out()).isZero();
      if (!netns.out().contains("did not keep time")) {
        SmarttRun virtual =
            Netns.virtual(folder.resolve("virtual"), "--set", set, "--workload", workload);
        assertThat(virtual.status()).as(virtual.err()).isZero();
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
  void realFramesOfAnIncastTakeAsLongAsVirtualOnes() {
    agree("incast:8x1MiB");
  }

  /** Wants a machine with nothing else to do. */
  @ParameterizedTest
  @EnabledIfSystemProperty(named = "smartt.agreement", matches = "all")
  @ValueSource(strings = {"incast:8x4MiB", "permutation:1MiB", "permutation:4MiB"})
  void realFramesTakeAsLongAsVirtualOnes(String workload) {
    agree(workload);
  }

  private void agree(String workload) {
    Pair runs = run(workload);
    SmarttRun virtual = runs.virtual;
    SmarttRun netns = runs.netns;
    show(workload, "virtual", virtual);
    show(workload, "netns", netns);

    for (String figure : List.of("median", "p99")) {
      double expected = virtual.slowdown(figure);
      assertThat(netns.slowdown(figure))
          .as(figure + " slowdown")
          .isCloseTo(expected, within(expected * 0.1));
    }
    long trims = virtual.number("trims");
    assertThat(netns.number("trims")).as("trims").isCloseTo(trims, within(trims / 5));
    assertThat(netns.number("drops")).as("drops").isZero();
    if (workload.startsWith("incast")) {
      long marks = virtual.number("marks");
      assertThat(netns.number("marks")).as("marks").isCloseTo(marks, within(marks / 5));
    } else {
      // Queues that are nearly empty: a few packets in a hundred are marked, more or fewer by the
      // last percent of load (docs/netns.md).
      long packets = virtual.number("bytesDelivered") / 4096;
      assertThat(Math.abs(netns.number("marks") - virtual.number("marks")))
          .as("difference in marks of %d packets", packets)
          .isLessThanOrEqualTo(packets / 20);
    }
  }
}
