package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.needs.Experiment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The paper's ablations of SMaRTT, each by one setting, move as its figures say. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Experiment
class AblationsTest {
  private static final List<String> OVERSUBSCRIBED_800G =
      List.of("--profile", "htsim-800g", "--topology", "leafspine,4,4,16");

  /** Base RTT of that network's paths across spines. */
  private static final double BASE_RTT_US = 7.4;

  @TempDir private static Path folder = Path.of("");

  /** Of all tests: a run is a function of its arguments. */
  private final Map<List<String>, SmarttRun> runs = new HashMap<>();

  private SmarttRun run(List<String> network, String workload, String... more) {
    List<String> arguments = new ArrayList<>(network);
    arguments.addAll(List.of("--workload", workload));
    arguments.addAll(List.of(more));
    return runs.computeIfAbsent(List.copyOf(arguments), this::start);
  }

  private SmarttRun start(List<String> arguments) {
    SmarttRun run =
        SmarttRun.of(folder.resolve("run" + runs.size()), arguments.toArray(String[]::new));
    assertThat(run.status()).as(run.err()).isZero();
    return run;
  }

  private static String matrix(String name) {
    return Path.of("src/test/resources/ablations", name).toString();
  }

  /** Mean congestion window of all flows between two instants. */
  private static double meanWindowBytes(SmarttRun run, double fromUs, double toUs) {
    return run.file("samples.csv")
        .lines()
        .filter(line -> line.startsWith("cwnd,"))
        .map(line -> line.split(",", -1))
        .filter(line -> Double.parseDouble(line[6]) >= fromUs)
        .filter(line -> Double.parseDouble(line[6]) < toUs)
        .mapToDouble(line -> Double.parseDouble(line[9]))
        .average()
        .orElseThrow();
  }

  @Test
  void fairIncreaseSharesALinkBetweenBaseRttsThatDifferThreefoldAdditiveIncreaseDoesNot() {
    List<String> tree = List.of("--topology", "fattree,4");
    SmarttRun fair = run(tree, matrix("mixed_rtt.cm"));
    SmarttRun additive = run(tree, matrix("mixed_rtt.cm"), "--set", "smartt.fair-increase=false");

    assertThat(fair.fctUs("min") / fair.fctUs("max")).isGreaterThan(0.96);
    assertThat(additive.fctUs("min") / additive.fctUs("max")).isLessThan(0.92);
    assertThat(fair.jain()).isGreaterThan(additive.jain());
  }

  @Test
  void quickAdaptFindsTheWindowOfALargeIncastWithinOneTargetRttAndWithFewerTrims() {
    SmarttRun with = run(OVERSUBSCRIBED_800G, "incast:32x4MiB");
    SmarttRun without =
        run(OVERSUBSCRIBED_800G, "incast:32x4MiB", "--set", "smartt.quick-adapt=false");

    double share = 1.5 * 742_260 / 32;
    assertThat(meanWindowBytes(with, 24, 32)).isBetween(share / 2, 2 * share);
    assertThat(meanWindowBytes(without, 24, 32)).isGreaterThan(3 * share);
    assertThat(with.number("trims")).isLessThan(without.number("trims"));
  }

  @Test
  void quickAdaptAndItsIgnorePhaseMakeAnOversubscribedPermutationFasterAndFairer() {
    SmarttRun with = run(OVERSUBSCRIBED_800G, "core-permutation:4MiB");
    for (String setting : List.of("smartt.quick-adapt=false", "smartt.ignore-phase=false")) {
      SmarttRun without = run(OVERSUBSCRIBED_800G, "core-permutation:4MiB", "--set", setting);
      assertThat(with.lastFinishUs()).as(setting).isLessThan(without.lastFinishUs());
      assertThat(with.jain()).as(setting).isGreaterThan(without.jain());
    }
  }

  @Test
  void withoutItsIgnorePhaseQuickAdaptIsFollowedByAnOverreaction() {
    SmarttRun with = run(OVERSUBSCRIBED_800G, "incast:32x4MiB");
    SmarttRun without =
        run(OVERSUBSCRIBED_800G, "incast:32x4MiB", "--set", "smartt.ignore-phase=false");

    assertThat(meanWindowBytes(without, 24, 32)).isLessThan(meanWindowBytes(with, 24, 32) / 2);
  }

  @Test
  void fastIncreaseGivesTheLongerFlowTheBandwidthThatOthersLeave() {
    SmarttRun with = run(OVERSUBSCRIBED_800G, matrix("one_twice_as_long.cm"));
    SmarttRun without =
        run(
            OVERSUBSCRIBED_800G,
            matrix("one_twice_as_long.cm"),
            "--set",
            "smartt.fast-increase=false");

    assertThat(with.lastFinishUs()).isLessThan(0.96 * without.lastFinishUs());
  }

  @Test
  void trimmingIsWorthAboutOneTimeoutOnSmallIncasts() {
    double timeoutUs = 7 * BASE_RTT_US;
    for (String incast : List.of("incast:8x256KiB", "incast:8x512KiB", "incast:16x256KiB")) {
      // By Algorithm 4 alone what was lost together is sent again together, and lost once more.
      double saved =
          run(
                      OVERSUBSCRIBED_800G,
                      incast,
                      "--trimming",
                      "off",
                      "--set",
                      "smartt.timeouts-cut-to-flight=true",
                      "--set",
                      "smartt.delay-trigger-share=0.125")
                  .lastFinishUs()
              - run(OVERSUBSCRIBED_800G, incast).lastFinishUs();
      assertThat(saved).as(incast).isBetween(0.7 * timeoutUs, 1.5 * timeoutUs);
    }
  }

  @Test
  void ecnAndLowDelayAsDecreaseCostsSprayingThroughput() {
    String[] spraying = {"--lb", "ops"};
    SmarttRun noOp = run(List.of(), "core-permutation:4MiB", spraying);
    SmarttRun decrease =
        run(
            List.of(),
            "core-permutation:4MiB",
            "--lb",
            "ops",
            "--set",
            "smartt.decrease-on-early-mark=true");

    assertThat(noOp.lastFinishUs()).isLessThan(decrease.lastFinishUs());
  }

  @Test
  void adjustingEveryEightPacketsOrOnceAnRttWorksAsWell() {
    double packet = run(OVERSUBSCRIBED_800G, "core-permutation:1MiB").slowdown("p99");
    for (String adjustment : List.of("sampled", "accumulated")) {
      SmarttRun run =
          run(
              OVERSUBSCRIBED_800G,
              "core-permutation:1MiB",
              "--set",
              "smartt.adjustment=" + adjustment);
      assertThat(run.slowdown("p99")).as(adjustment).isLessThan(1.1 * packet);
    }
  }
}
