package io.smartt.host.congestion;

import static io.smartt.host.congestion.SmarttTestPaths.BRTT;
import static io.smartt.host.congestion.SmarttTestPaths.SETTINGS;
import static io.smartt.host.congestion.SmarttTestPaths.TRTT;
import static io.smartt.host.congestion.SmarttTestPaths.US;
import static io.smartt.host.congestion.SmarttTestPaths.parameters;
import static io.smartt.host.congestion.SmarttTestPaths.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Tests of {@link CoreCases}: Algorithm 1 line by line, Equations 1 to 3 by hand. */
class CoreCasesTest {
  private final CoreCases cases = new CoreCases(parameters(SETTINGS));

  @Test
  void algorithm1EcnAndLateDecreasesMultiplicatively() {
    SmarttState flow = state(10_000);
    flow.avgRtt = 20 * US;
    cases.apply(flow, BRTT, 1000, 16 * US, true);
    assertThat(flow.cwnd).isCloseTo(8000, within(1e-6));
  }

  @Test
  void algorithm1EcnAndEarlyChangesNothing() {
    SmarttState flow = state(10_000);
    flow.avgRtt = 20 * US;
    cases.apply(flow, BRTT, 1000, 14 * US, true);
    assertThat(flow.cwnd).isEqualTo(10_000);
  }

  @Test
  void algorithm1NoEcnAndLateIncreasesFairly() {
    SmarttState flow = state(10_000);
    cases.apply(flow, BRTT, 1000, 16 * US, false);
    assertThat(flow.cwnd).isCloseTo(10_050, within(1e-9));
  }

  @Test
  void algorithm1NoEcnAndEarlyIncreasesProportionally() {
    SmarttState flow = state(10_000);
    cases.apply(flow, BRTT, 1000, 12 * US, false);
    // (15 - 12) / 12 * 0.1 * 1000 * 2 = 50, then 1000 / 10050 * 1000 * 0.5 = 49.75
    assertThat(flow.cwnd).isCloseTo(10_099.7512, within(1e-4));
  }

  @Test
  void rttEqualToTheTargetCountsAsBelowIt() {
    SmarttState flow = state(10_000);
    flow.avgRtt = 20 * US;
    cases.apply(flow, BRTT, 1000, TRTT, true);
    assertThat(flow.cwnd).isEqualTo(10_000);
    cases.apply(flow, BRTT, 1000, TRTT, false);
    assertThat(flow.cwnd).isCloseTo(10_050, within(1e-9));
  }

  @Test
  void equation1WeighsTheExcessOfTheAverage() {
    SmarttState flow = state(40_000);
    flow.avgRtt = 16 * US;
    cases.multiplicativeDecrease(flow, BRTT);
    // 1 - 1 / 16 * 0.8 = 0.95
    assertThat(flow.cwnd).isCloseTo(38_000, within(1e-6));
  }

  @Test
  void equation1HalvesAtMost() {
    SmarttState flow = state(10_000);
    flow.avgRtt = 60 * US;
    cases.multiplicativeDecrease(flow, BRTT);
    assertThat(flow.cwnd).isEqualTo(5000);
  }

  @Test
  void equation1IsAppliedOncePerBaseRtt() {
    SmarttState flow = state(10_000);
    flow.avgRtt = 60 * US;
    cases.multiplicativeDecrease(flow, 50 * US);
    cases.multiplicativeDecrease(flow, 60 * US - 1);
    assertThat(flow.cwnd).isEqualTo(5000);
    cases.multiplicativeDecrease(flow, 60 * US);
    assertThat(flow.cwnd).isEqualTo(2500);
  }

  @Test
  void equation1NeverIncreasesWhileTheAverageLags() {
    SmarttState flow = state(10_000);
    flow.avgRtt = 12 * US;
    cases.multiplicativeDecrease(flow, BRTT);
    assertThat(flow.cwnd).isEqualTo(10_000);
    flow.avgRtt = 60 * US;
    cases.multiplicativeDecrease(flow, BRTT + 1);
    assertThat(flow.cwnd).as("the one that did nothing does not count").isEqualTo(5000);
  }

  @Test
  void equation2GivesSmallWindowsAsMuchPerRttAsLargeOnes() {
    SmarttState small = state(2000);
    SmarttState large = state(100_000);
    for (int i = 0; i < 2; i++) {
      cases.fairIncrease(small, 1000);
    }
    for (int i = 0; i < 100; i++) {
      cases.fairIncrease(large, 1000);
    }
    assertThat(small.cwnd - 2000).isCloseTo(500, within(60.0));
    assertThat(large.cwnd - 100_000).isCloseTo(500, within(2.0));
  }

  @Test
  void equation3AddsAtMostTheSizeBeforeTheFairIncrease() {
    SmarttState flow = state(1000);
    cases.proportionalIncrease(flow, 1000, 5 * US);
    // min(1000, 2 * 1 * 1000 * 2) = 1000, then 1000 / 2000 * 1000 * 0.5 = 250
    assertThat(flow.cwnd).isCloseTo(2250, within(1e-9));
  }

  @Test
  void equation3AddsOneMtuPerBaseRttAtMost() {
    SmarttState flow = state(100_000);
    CoreCases withoutFair =
        new CoreCases(parameters(SmarttTestPaths.with(SETTINGS, "fair-increase-mtus", "0")));
    for (int i = 0; i < 100; i++) {
      withoutFair.proportionalIncrease(flow, 1000, BRTT);
    }
    assertThat(flow.cwnd - 100_000).isCloseTo(1000, within(6.0));
  }
}
