package io.smartt.host.congestion;

import static io.smartt.host.congestion.SmarttTestPaths.BRTT;
import static io.smartt.host.congestion.SmarttTestPaths.LINK_BPS;
import static io.smartt.host.congestion.SmarttTestPaths.MTU;
import static io.smartt.host.congestion.SmarttTestPaths.US;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.smartt.host.settings.RecordSettings;
import org.junit.jupiter.api.Test;

/**
 * Tests of {@link Swift.Controller} and {@link Swift.Target}: Algorithm 1 and Sec. 3.5 of Swift.
 */
class SwiftControllerTest {
  /** No flow scaling, so the target is 12.5 us; the window starts at 100 packets. */
  private static final Swift.Settings FLAT =
      with(
          Swift.SETTINGS.defaults(),
          "base-target-rtts",
          "1.25",
          "flow-scaling-rtts",
          "0",
          "initial-window-bdps",
          "1");

  private final CongestionController flow = controller(FLAT);

  private static Swift.Settings with(Swift.Settings base, String... keysAndValues) {
    Swift.Settings settings = base;
    for (int i = 0; i < keysAndValues.length; i += 2) {
      settings = RecordSettings.with(settings, keysAndValues[i], keysAndValues[i + 1]);
    }
    return settings;
  }

  private static CongestionController controller(Swift.Settings settings) {
    return new Swift(settings).controller(BRTT, LINK_BPS, MTU);
  }

  @Test
  void delayBelowTheTargetAddsOnePacketPerWindow() {
    for (int i = 0; i < 100; i++) {
      flow.onAck(i * 100_000L, MTU, 12 * US, true, 0);
    }
    assertThat(flow.windowBytes()).isBetween(100_990L, 101_000L);
  }

  @Test
  void delayAboveTheTargetDecreasesByTheExcess() {
    flow.onAck(20 * US, MTU, 20 * US, false, 0);
    // 1 - 0.8 * 7.5 / 20 = 0.7
    assertThat(flow.windowBytes()).isEqualTo(70_000);
  }

  @Test
  void oneDecreaseTakesHalfAtMost() {
    flow.onAck(200 * US, MTU, 100 * US, false, 0);
    // 1 - 0.8 * 87.5 / 100 = 0.3
    assertThat(flow.windowBytes()).isEqualTo(50_000);
  }

  @Test
  void decreasesAtMostOncePerRtt() {
    flow.onAck(20 * US, MTU, 20 * US, false, 0);
    flow.onAck(40 * US - 1, MTU, 20 * US, false, 0);
    assertThat(flow.windowBytes()).isEqualTo(70_000);
    flow.onAck(40 * US, MTU, 20 * US, false, 0);
    assertThat(flow.windowBytes()).isEqualTo(49_000);
  }

  @Test
  void trimHalvesOncePerRtt() {
    flow.onTrim(20 * US, MTU, 0);
    flow.onTrim(20 * US, MTU, 0);
    assertThat(flow.windowBytes()).isEqualTo(50_000);
  }

  @Test
  void packetsLostTogetherAreOneTimeoutOfFive() {
    for (int i = 0; i < 40; i++) {
      flow.onTimeout(100 * US + i, MTU, 0);
    }
    assertThat(flow.windowBytes()).isEqualTo(50_000);
  }

  @Test
  void anAcknowledgementAmongPacketsLostTogetherCountsForItselfAlone() {
    for (int i = 0; i < 4; i++) {
      flow.onTimeout(100 * US, MTU, 0);
    }
    assertThat(flow.windowBytes()).isEqualTo(50_000);
    flow.onAck(100 * US, MTU, CongestionController.RTT_UNKNOWN, false, 0);
    flow.onTimeout(100 * US, MTU, 0);
    // A packet a window, of which this is a fiftieth.
    assertThat(flow.windowBytes()).isEqualTo(50_020);
  }

  /** All that is left of a message may be packets that were lost, of which no delay is known. */
  @Test
  void theSmallestWindowGrowsThoughNoDelayIsKnown() {
    for (int i = 0; i < 5; i++) {
      flow.onTimeout((100 + 20 * i) * US, MTU, 0);
    }
    assertThat(flow.windowBytes()).isEqualTo(10);
    flow.onAck(900 * US, MTU, CongestionController.RTT_UNKNOWN, false, 0);
    assertThat(flow.windowBytes()).isEqualTo(10 + MTU);
  }

  @Test
  void fifthTimeoutInARowLeavesTheSmallestWindow() {
    for (int i = 0; i < 4; i++) {
      flow.onTimeout((100 + 20 * i) * US, MTU, 0);
    }
    assertThat(flow.windowBytes()).isEqualTo(100_000 / 16);
    flow.onTimeout(180 * US, MTU, 0);
    assertThat(flow.windowBytes()).isEqualTo(10);
  }

  @Test
  void anAcknowledgementEndsTheRowOfTimeouts() {
    for (int i = 0; i < 4; i++) {
      flow.onTimeout((100 + 20 * i) * US, MTU, 0);
    }
    flow.onAck(180 * US, MTU, CongestionController.RTT_UNKNOWN, false, 0);
    flow.onTimeout(180 * US, MTU, 0);
    // The acknowledgement added 1000 * 1000 / 6250.
    assertThat(flow.windowBytes()).isEqualTo((100_000 / 16 + 160) / 2);
  }

  @Test
  void windowBelowOnePacketIsPacedAndGrowsByAiAnAcknowledgement() {
    CongestionController small =
        controller(with(FLAT, "initial-window-bdps", "0.004", "additive-increase", "0.1"));
    assertThat(small.windowBytes()).isEqualTo(400);
    // 400 B in 10 us
    assertThat(small.pacingBps()).isEqualTo(320_000_000);
    small.onAck(20 * US, MTU, 12 * US, false, 0);
    assertThat(small.windowBytes()).isEqualTo(500);
    // 500 B in 12 us
    assertThat(small.pacingBps()).isEqualTo(333_333_333);
    assertThat(flow.pacingBps()).isEqualTo(CongestionController.UNPACED);
  }

  @Test
  void targetWithoutFlowScalingGrowsWithThePathsBaseRtt() {
    assertThat(new Swift.Target(FLAT, BRTT).delayPs(1)).isEqualTo(12_500_000);
    assertThat(new Swift.Target(FLAT, 3 * BRTT).delayPs(1)).isEqualTo(37_500_000);
  }

  @Test
  void flowScalingAddsNothingToLargeWindowsAndItsRangeToSmallOnes() {
    Swift.Target target = new Swift.Target(with(FLAT, "flow-scaling-rtts", "1"), BRTT);
    assertThat(target.delayPs(100)).isCloseTo(12.5e6, within(1.0));
    assertThat(target.delayPs(1000)).isEqualTo(12.5e6);
    assertThat(target.delayPs(0.1)).isCloseTo(22.5e6, within(1.0));
    assertThat(target.delayPs(0.01)).isEqualTo(22.5e6);
    // 10 us / (1/sqrt(0.1) - 1/sqrt(100)) * (1/sqrt(4) - 1/sqrt(100)) = 1.306 us
    assertThat(target.delayPs(4)).isCloseTo(13_806_217, within(1.0));
  }

  @Test
  void settingThatCannotWorkIsRefusedByName() {
    assertThatThrownBy(() -> with(FLAT, "base-target-rtts", "0.9"))
        .hasMessage("Swift base target is 0.9, accepted is 1 or more");
  }
}
