package io.smartt.host.congestion;

import static io.smartt.host.congestion.SmarttTestPaths.BRTT;
import static io.smartt.host.congestion.SmarttTestPaths.LINK_BPS;
import static io.smartt.host.congestion.SmarttTestPaths.MTU;
import static io.smartt.host.congestion.SmarttTestPaths.SETTINGS;
import static io.smartt.host.congestion.SmarttTestPaths.TRTT;
import static io.smartt.host.congestion.SmarttTestPaths.US;
import static io.smartt.host.congestion.SmarttTestPaths.controller;
import static io.smartt.host.congestion.SmarttTestPaths.flow;
import static io.smartt.host.congestion.SmarttTestPaths.path;
import static io.smartt.host.congestion.SmarttTestPaths.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Tests of the variants of SMaRTT that the paper compares, each one setting away. */
class SmarttVariantsTest {
  private static final long LATE = 20 * US;
  private static final long EARLY = 12 * US;

  private static double afterCoreCase(Smartt.Settings settings, long rttPs, boolean ecn) {
    Smartt.Controller flow = flow(10_000, settings);
    flow.avgRtt = LATE;
    flow.coreCases(BRTT, 1000, rttPs, ecn);
    return flow.cwnd;
  }

  private static CongestionController underWay(Smartt.Settings settings) {
    Smartt.Controller flow =
        (Smartt.Controller) new Smartt(settings).controller(BRTT, LINK_BPS, MTU);
    flow.end = 1000 * US;
    flow.cwnd = 50_000;
    flow.avgRtt = LATE;
    return flow;
  }

  @Test
  void ecnAndLowDelayIsANoOpOrADecreaseByHalfAPacket() {
    assertThat(afterCoreCase(SETTINGS, EARLY, true)).isEqualTo(10_000);
    Smartt.Settings variant = with(SETTINGS, "decrease-on-early-mark", "true");
    assertThat(afterCoreCase(variant, EARLY, true)).isEqualTo(9500);
  }

  @Test
  void ecnOnlyIgnoresTheDelay() {
    Smartt.Settings ecn = with(SETTINGS, "signals", "ecn");
    for (long rtt : new long[] {EARLY, LATE}) {
      assertThat(afterCoreCase(ecn, rtt, true)).isEqualTo(9500);
      // 1000 / 10000 * 1000 * 0.5
      assertThat(afterCoreCase(ecn, rtt, false)).isCloseTo(10_050, within(1e-9));
    }
  }

  @Test
  void ecnOnlyFastIncreaseAndQuickAdaptIgnoreTheDelayToo() {
    Smartt.Settings ecn = with(SETTINGS, "signals", "ecn");
    Smartt.Controller flow = flow(10_000, ecn);
    flow.count = 10_000;
    assertThat(flow.fastIncrease(1000, LATE, false)).isTrue();
    flow.end = 100 * US;
    flow.triggerOnDelay(100 * US, 10 * LATE);
    assertThat(flow.triggerQa).isFalse();
  }

  @Test
  void delayOnlyIgnoresMarks() {
    Smartt.Settings delay = with(SETTINGS, "signals", "delay");
    for (boolean ecn : new boolean[] {false, true}) {
      // 1 - 5 / 20 * 0.8
      assertThat(afterCoreCase(delay, LATE, ecn)).isCloseTo(8000, within(1e-6));
      assertThat(afterCoreCase(delay, EARLY, ecn)).isCloseTo(10_099.7512, within(1e-4));
    }
    Smartt.Controller flow = flow(10_000, delay);
    flow.count = 10_000;
    assertThat(flow.fastIncrease(1000, BRTT, true)).isTrue();
  }

  private static Smartt.Network network(long rttPs) {
    return new Smartt.Network(OptionalLong.of(rttPs), true);
  }

  @Test
  void additiveIncreaseIsTheSameOnEveryPath() {
    Smartt.Settings additive = with(SETTINGS, "fair-increase", "false");
    Smartt.Path near = path(additive, network(3 * BRTT), BRTT, LINK_BPS, MTU);
    Smartt.Path far = path(additive, network(3 * BRTT), 3 * BRTT, LINK_BPS, MTU);
    assertThat(near.fi).isEqualTo(1.5);
    assertThat(far.fi).isEqualTo(1.5);
    assertThat(far.pi).isEqualTo(6);
    assertThat(near.pi).as("the same at the base RTT: pi * (trtt - brtt) / brtt").isEqualTo(2);
  }

  @Test
  void withoutScalingEveryConstantIsTheSameOnEveryPath() {
    Smartt.Path far = path(with(SETTINGS, "scaling", "false"), 3 * BRTT, LINK_BPS, MTU);
    assertThat(far.fi).isEqualTo(0.5);
    assertThat(far.pi).isEqualTo(2);
  }

  @Test
  void scalingMakesFlowsOfDifferentBaseRttRampAlike() {
    assertThat(rampBytes(BRTT)).isCloseTo(rampBytes(3 * BRTT), within(0.02 * rampBytes(BRTT)));
  }

  /** Returns the window's growth in 600 us at an RTT of 1.2 base RTTs. */
  private static double rampBytes(long brttPs) {
    Smartt.Controller flow = flow(20_000, path(SETTINGS, brttPs, LINK_BPS, MTU));
    long rtt = brttPs * 6 / 5;
    for (double now = 0; now < 600 * US; now += rtt * MTU / flow.cwnd) {
      flow.proportionalIncrease(MTU, rtt);
    }
    return flow.cwnd - 20_000;
  }

  @Test
  void proportionalIncreaseAloneWhereNoFairIncreaseFollows() {
    Smartt.Settings alone = with(SETTINGS, "fair-after-proportional", "false");
    assertThat(afterCoreCase(alone, EARLY, false)).isCloseTo(10_050, within(1e-9));
  }

  @Test
  void aDecreaseByQueueingWeighsTheExcessAgainstWhatQueuesAdd() {
    Smartt.Controller flow = flow(40_000, with(SETTINGS, "decrease-by", "queueing"));
    flow.avgRtt = 16 * US;
    flow.multiplicativeDecrease(BRTT);
    // 1 - (16 - 15) / (16 - 10) * 0.8; Equation 1 has 16 below the line
    assertThat(flow.cwnd).isCloseTo(40_000 * (1 - 0.8 / 6), within(1e-6));
  }

  @Test
  void decreasePeriodOf0DecreasesWithEveryPacket() {
    Smartt.Controller flow = flow(10_000, with(SETTINGS, "decrease-period-rtts", "0"));
    flow.avgRtt = 60 * US;
    flow.multiplicativeDecrease(BRTT);
    flow.multiplicativeDecrease(BRTT);
    assertThat(flow.cwnd).isEqualTo(2500);
  }

  @Test
  void withoutQuickAdaptATrimTakesItsSizeAndNoMore() {
    Smartt.Controller flow = controller(with(SETTINGS, "quick-adapt", "false"));
    flow.end = 100 * US;
    flow.onTrim(200 * US, 1000, 40_000);
    assertThat(flow.windowBytes()).isEqualTo(149_000);
    flow.onAck(300 * US, 1000, LATE, true, 40_000);
    assertThat(flow.bytesToIgnore).isZero();
  }

  @Test
  void withoutFastIncreaseTheCoreCasesGoOn() {
    Smartt.Controller flow = controller(with(SETTINGS, "fast-increase", "false"));
    flow.cwnd = 10_000;
    flow.end = 100 * US;
    flow.count = 50_000;
    flow.onAck(50 * US, 1000, BRTT, false, 9000);
    // min(1000, 0.5 * 0.1 * 1000 * 2) = 100, then 1000 / 10100 * 500 = 49.505
    assertThat(flow.cwnd).isCloseTo(10_149.505, within(1e-3));
  }

  @Test
  void timeoutInTheIgnorePhaseReducesOnlyIfSoSet() {
    Smartt.Controller flow = controller(with(SETTINGS, "ignore-timeouts", "false"));
    flow.cwnd = 50_000;
    flow.bytesToIgnore = 30_000;
    flow.onTimeout(50 * US, 1000, 60_000);
    assertThat(flow.windowBytes()).isEqualTo(49_000);
    flow.onTrim(51 * US, 1000, 60_000);
    assertThat(flow.windowBytes()).as("trims stay ignored").isEqualTo(49_000);
  }

  @Test
  void sampledActsOnEveryNthPacketForTheBytesOfAll() {
    CongestionController flow =
        underWay(with(SETTINGS, "adjustment", "sampled", "adjustment-packets", "4"));
    for (int i = 0; i < 3; i++) {
      flow.onAck(50 * US, 1000, LATE, true, 40_000);
    }
    assertThat(flow.windowBytes()).isEqualTo(50_000);
    flow.onAck(50 * US, 1000, LATE, false, 40_000);
    // Fair increase: 4000 / 50000 * 1000 * 0.5
    assertThat(flow.windowBytes()).isEqualTo(50_040);
  }

  @Test
  void accumulatedIncreasesTakeEffectOnceABaseRtt() {
    CongestionController flow = underWay(with(SETTINGS, "adjustment", "accumulated"));
    flow.onAck(50 * US, 1000, LATE, false, 40_000);
    assertThat(flow.windowBytes()).as("more than a base RTT since the start").isEqualTo(50_010);
    for (int i = 0; i < 9; i++) {
      flow.onAck(51 * US, 1000, LATE, false, 40_000);
    }
    assertThat(flow.windowBytes()).isEqualTo(50_010);
    flow.onAck(60 * US, 1000, LATE, false, 40_000);
    // Ten times 1000 / 50010 * 1000 * 0.5
    assertThat(flow.windowBytes()).isEqualTo(50_109);
  }

  @Test
  void accumulatedDecreasesActAtOnce() {
    CongestionController flow = underWay(with(SETTINGS, "adjustment", "accumulated"));
    flow.onAck(50 * US, 1000, LATE, true, 40_000);
    // 1 - 5 / 20 * 0.8
    assertThat(flow.windowBytes()).isEqualTo(40_000);
  }

  @Test
  void quickAdaptForgetsWhatWasAccumulated() {
    Smartt.Controller flow =
        (Smartt.Controller) underWay(with(SETTINGS, "adjustment", "accumulated"));
    flow.onAck(50 * US, 1000, LATE, false, 40_000);
    flow.onAck(51 * US, 1000, LATE, false, 40_000);
    flow.acked = 6000;
    flow.onTrim(1000 * US, 1000, 0);
    assertThat(flow.windowBytes()).isEqualTo(6000);
    flow.onAck(1001 * US, 1000, EARLY, true, 0);
    assertThat(flow.windowBytes()).isEqualTo(6000);
  }

  @Test
  void pacerLetsTheWindowFallBelowOneMtuAndSpacesPackets() {
    Smartt.Controller flow = controller(with(SETTINGS, "pacer", "true"));
    assertThat(flow.pacingBps()).isEqualTo(CongestionController.UNPACED);
    flow.cwnd = 1500;
    flow.avgRtt = LATE;
    flow.onTrim(50 * US, 1000, 0);
    assertThat(flow.windowBytes()).as("half at most").isEqualTo(750);
    // 750 B in 20 us
    assertThat(flow.pacingBps()).isEqualTo(300_000_000);
    for (int i = 0; i < 10; i++) {
      flow.onTrim(50 * US, 1000, 0);
    }
    assertThat(flow.windowBytes()).as("a hundredth of an MTU").isEqualTo(10);
  }

  @Test
  void pacedWindowBelowOneMtuGrowsByAsMuchAPacketAsOneMtu() {
    Smartt.Controller flow = controller(with(SETTINGS, "pacer", "true"));
    flow.cwnd = 200;
    flow.end = 1000 * US;
    flow.onAck(50 * US, 1000, LATE, false, 0);
    // 1000 / 1000 * 1000 * 0.5
    assertThat(flow.cwnd).isCloseTo(700, within(1e-9));
  }

  @Test
  void quickAdaptLeavesAPacedWindowThatNoPeriodCanMeasure() {
    Smartt.Controller flow = flow(400, with(SETTINGS, "pacer", "true"));
    flow.end = 100 * US;
    flow.triggerQa = true;
    flow.quickAdapt(100 * US, 0);
    assertThat(flow.cwnd).isEqualTo(400);
  }

  @Test
  void withoutPacerTheWindowStaysAtOneMtuUnpaced() {
    Smartt.Controller flow = controller(SETTINGS);
    flow.cwnd = 1500;
    flow.onTrim(50 * US, 1000, 0);
    assertThat(flow.windowBytes()).isEqualTo(1000);
    assertThat(flow.pacingBps()).isEqualTo(CongestionController.UNPACED);
  }

  @Test
  void updatedBaseRttFollowsTheSmallestSeen() {
    Smartt.Controller flow = controller(with(SETTINGS, "base-rtt", "updated"));
    flow.onAck(20 * US, 1000, 8 * US, true, 40_000);
    assertThat(flow.path.brtt).isEqualTo(8 * US);
    assertThat(flow.path.trtt).isEqualTo(12 * US);
    assertThat(flow.windowBytes()).as("1.5 BDP of the shorter path").isEqualTo(120_000);
    flow.onAck(30 * US, 1000, 9 * US, true, 40_000);
    assertThat(flow.path.brtt).isEqualTo(8 * US);
  }

  @Test
  void updatedBaseRttStaysUnlessAnRttIsSmallerByMoreThanAStep() {
    Smartt.Controller flow = controller(with(SETTINGS, "base-rtt", "updated"));
    long step = BRTT / 256;
    for (long rtt : new long[] {BRTT + 1, BRTT, BRTT - step}) {
      flow.onAck(20 * US, 1000, rtt, true, 40_000);
      assertThat(flow.path.brtt).isEqualTo(BRTT);
    }
    flow.onAck(20 * US, 1000, BRTT - step - 1, true, 40_000);
    assertThat(flow.path.brtt).isEqualTo(BRTT - step - 1);
  }

  @Test
  void connectionsOfOneUpdatedBaseRttShareItsConstants() {
    Smartt scheme = new Smartt(with(SETTINGS, "base-rtt", "updated"));
    Smartt.Controller one = (Smartt.Controller) scheme.controller(BRTT, LINK_BPS, MTU);
    Smartt.Controller two = (Smartt.Controller) scheme.controller(BRTT, LINK_BPS, MTU);
    one.onAck(20 * US, 1000, 8 * US, true, 40_000);
    two.onAck(20 * US, 1000, 8 * US, true, 40_000);
    assertThat(one.path).isSameAs(two.path);
  }

  @Test
  void baseRttOfThePathStaysWhateverIsSeen() {
    Smartt.Controller flow = controller(SETTINGS);
    flow.onAck(20 * US, 1000, 8 * US, true, 40_000);
    assertThat(flow.path.trtt).isEqualTo(TRTT);
  }

  @Test
  void unknownVariantIsRefusedWithThoseThatExist() {
    assertThatThrownBy(() -> with("signals", "none"))
        .hasMessage("setting 'signals' is 'none', accepted is both, ecn, delay");
  }
}
