package io.smartt.host.congestion;

import static io.smartt.host.congestion.SmarttTestPaths.BRTT;
import static io.smartt.host.congestion.SmarttTestPaths.SETTINGS;
import static io.smartt.host.congestion.SmarttTestPaths.TRTT;
import static io.smartt.host.congestion.SmarttTestPaths.US;
import static io.smartt.host.congestion.SmarttTestPaths.flow;
import static io.smartt.host.congestion.SmarttTestPaths.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Tests of {@link Smartt}: Algorithm 1 line by line, Equations 1 to 3 by hand. */
class CoreCasesTest {
  @Test
  void algorithm1EcnAndLateDecreasesMultiplicatively() {
    Smartt.Controller flow = flow(10_000);
    flow.avgRtt = 20 * US;
    flow.coreCases(BRTT, 1000, 16 * US, true);
    assertThat(flow.cwnd).isCloseTo(8000, within(1e-6));
  }

  @Test
  void algorithm1EcnAndEarlyChangesNothing() {
    Smartt.Controller flow = flow(10_000);
    flow.avgRtt = 20 * US;
    flow.coreCases(BRTT, 1000, 14 * US, true);
    assertThat(flow.cwnd).isEqualTo(10_000);
  }

  @Test
  void algorithm1NoEcnAndLateIncreasesFairly() {
    Smartt.Controller flow = flow(10_000);
    flow.coreCases(BRTT, 1000, 16 * US, false);
    assertThat(flow.cwnd).isCloseTo(10_050, within(1e-9));
  }

  @Test
  void algorithm1NoEcnAndEarlyIncreasesProportionally() {
    Smartt.Controller flow = flow(10_000);
    flow.coreCases(BRTT, 1000, 12 * US, false);
    // (15 - 12) / 12 * 0.1 * 1000 * 2 = 50, then 1000 / 10050 * 1000 * 0.5 = 49.75
    assertThat(flow.cwnd).isCloseTo(10_099.7512, within(1e-4));
  }

  @Test
  void rttEqualToTheTargetCountsAsBelowIt() {
    Smartt.Controller flow = flow(10_000);
    flow.avgRtt = 20 * US;
    flow.coreCases(BRTT, 1000, TRTT, true);
    assertThat(flow.cwnd).isEqualTo(10_000);
    flow.coreCases(BRTT, 1000, TRTT, false);
    assertThat(flow.cwnd).isCloseTo(10_050, within(1e-9));
  }

  @Test
  void equation1WeighsTheExcessOfTheAverage() {
    Smartt.Controller flow = flow(40_000);
    flow.avgRtt = 16 * US;
    flow.multiplicativeDecrease(BRTT);
    // 1 - 1 / 16 * 0.8 = 0.95
    assertThat(flow.cwnd).isCloseTo(38_000, within(1e-6));
  }

  @Test
  void equation1HalvesAtMost() {
    Smartt.Controller flow = flow(10_000);
    flow.avgRtt = 60 * US;
    flow.multiplicativeDecrease(BRTT);
    assertThat(flow.cwnd).isEqualTo(5000);
  }

  @Test
  void equation1IsAppliedOncePerBaseRtt() {
    Smartt.Controller flow = flow(10_000);
    flow.avgRtt = 60 * US;
    flow.multiplicativeDecrease(50 * US);
    flow.multiplicativeDecrease(60 * US - 1);
    assertThat(flow.cwnd).isEqualTo(5000);
    flow.multiplicativeDecrease(60 * US);
    assertThat(flow.cwnd).isEqualTo(2500);
  }

  @Test
  void equation1NeverIncreasesWhileTheAverageLags() {
    Smartt.Controller flow = flow(10_000);
    for (long average : new long[] {12 * US, TRTT}) {
      flow.avgRtt = average;
      flow.multiplicativeDecrease(BRTT);
      assertThat(flow.cwnd).isEqualTo(10_000);
    }
    flow.avgRtt = 60 * US;
    flow.multiplicativeDecrease(BRTT + 1);
    assertThat(flow.cwnd).as("the one that did nothing does not count").isEqualTo(5000);
  }

  @Test
  void equation2GivesSmallWindowsAsMuchPerRttAsLargeOnes() {
    Smartt.Controller small = flow(2000);
    Smartt.Controller large = flow(100_000);
    for (int i = 0; i < 2; i++) {
      small.fairIncrease(1000);
    }
    for (int i = 0; i < 100; i++) {
      large.fairIncrease(1000);
    }
    assertThat(small.cwnd - 2000).isCloseTo(500, within(60.0));
    assertThat(large.cwnd - 100_000).isCloseTo(500, within(2.0));
  }

  @Test
  void equation3AddsAtMostTheSizeBeforeTheFairIncrease() {
    Smartt.Controller flow = flow(1000);
    flow.proportionalIncrease(1000, 5 * US);
    // min(1000, 2 * 1 * 1000 * 2) = 1000, then 1000 / 2000 * 1000 * 0.5 = 250
    assertThat(flow.cwnd).isCloseTo(2250, within(1e-9));
  }

  @Test
  void equation3AddsOneMtuPerBaseRttAtMost() {
    Smartt.Controller flow = flow(100_000, with(SETTINGS, "fair-increase-mtus", "0"));
    for (int i = 0; i < 100; i++) {
      flow.proportionalIncrease(1000, BRTT);
    }
    assertThat(flow.cwnd - 100_000).isCloseTo(1000, within(6.0));
  }
}
