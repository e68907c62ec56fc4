package io.smartt.host.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.smartt.host.settings.RecordSettings;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** The rate machine of DCQCN step by step, on the paper's link of 40 Gbps. */
class DcqcnControllerTest {
  private static final long US = 1_000_000;
  private static final double GBPS = 1e9;
  private static final Offset<Double> BIT = within(1.0);

  private final Dcqcn.Controller flow = on(40_000_000_000L, 1);

  private static Dcqcn.Controller on(long linkBps, double dilation) {
    return (Dcqcn.Controller)
        new Dcqcn(Dcqcn.SETTINGS.defaults(), dilation).controller(10 * US, linkBps, 1024);
  }

  @Test
  void startsAtLinkRateUnpacedAndInOrder() {
    assertThat(flow.pacingBps()).isEqualTo(CongestionController.UNPACED);
    assertThat(flow.inOrder()).isTrue();
    assertThat(flow.maySend(1L << 40, 1024)).isTrue();
    // 40 Gbps for 10 us.
    assertThat(flow.windowBytes()).isEqualTo(50_000);
  }

  @Test
  void firstNotificationHalvesTheRate() {
    flow.onMark(7 * US);
    assertThat(flow.rateBps).isCloseTo(20 * GBPS, BIT);
    assertThat(flow.targetBps).isCloseTo(40 * GBPS, BIT);
    assertThat(flow.alpha).isEqualTo(1);
    assertThat(flow.pacingBps()).isEqualTo(20_000_000_000L);
    assertThat(flow.windowBytes()).isEqualTo(25_000);
  }

  @Test
  void notificationsCutByHalfOfAlphaWhichMovesByItsGain() {
    flow.onMark(0);
    flow.onMark(50 * US);
    // Alpha is 1 still: 20 Gbps becomes 10, its target 20.
    assertThat(flow.rateBps).isCloseTo(10 * GBPS, BIT);
    assertThat(flow.targetBps).isCloseTo(20 * GBPS, BIT);
    // 55 us without: alpha 255/256; and a step of fast recovery, (10 + 20) / 2.
    flow.onSent(105 * US, 1000);
    assertThat(flow.alpha).isEqualTo(255 / 256.0);
    assertThat(flow.rateBps).isCloseTo(15 * GBPS, BIT);
    flow.onMark(106 * US);
    assertThat(flow.rateBps).isCloseTo(15 * GBPS * (1 - 255 / 512.0), BIT);
    assertThat(flow.alpha).isCloseTo(255 / 256.0 * 255 / 256 + 1 / 256.0, within(1e-12));
  }

  @Test
  void fiveTimersOfFastRecoveryThenAdditiveIncrease() {
    flow.onMark(0);
    flow.onMark(1);
    // Rate 10, target 20. Steps 1 to 4 halve the distance: 15, 17.5, 18.75, 19.375.
    flow.onSent(1 + 4 * 55 * US, 1000);
    assertThat(flow.rateBps).isCloseTo(19.375 * GBPS, BIT);
    assertThat(flow.targetBps).isCloseTo(20 * GBPS, BIT);
    // Step 5: max(T, BC) < 5 no longer holds; the target grows by 40 Mbps.
    flow.onSent(1 + 5 * 55 * US, 1000);
    assertThat(flow.targetBps).isCloseTo(20.04 * GBPS, BIT);
    assertThat(flow.rateBps).isCloseTo((19.375 + 20.04) / 2 * GBPS, BIT);
    flow.onSent(1 + 6 * 55 * US, 1000);
    assertThat(flow.targetBps).isCloseTo(20.08 * GBPS, BIT);
  }

  @Test
  void theByteCounterRaisesTheRateTooEveryTenMegabytes() {
    flow.onMark(0);
    flow.onSent(1, 9_999_999);
    assertThat(flow.rateBps).isCloseTo(20 * GBPS, BIT);
    flow.onSent(2, 1);
    assertThat(flow.rateBps).isCloseTo(30 * GBPS, BIT);
    flow.onSent(3, 20_000_000);
    assertThat(flow.rateBps).isCloseTo(37.5 * GBPS, BIT);
  }

  @Test
  void hyperIncreaseWhenBothTimerAndByteCounterArePastFastRecovery() {
    for (int i = 0; i < 5; i++) {
      flow.onMark(i);
    }
    // 40 halved five times, target 2.5.
    assertThat(flow.targetBps).isCloseTo(2.5 * GBPS, BIT);
    long steps = 4 + 6 * 55 * US;
    flow.onSent(steps, 1000);
    // Timer steps 5 and 6 were additive.
    assertThat(flow.targetBps).isCloseTo(2.58 * GBPS, BIT);
    for (int i = 0; i < 5; i++) {
      flow.onSent(steps, 10_000_000);
    }
    // Byte steps 1 to 5: T is past 5, BC is not, additive.
    assertThat(flow.targetBps).isCloseTo(2.78 * GBPS, BIT);
    flow.onSent(steps, 10_000_000);
    // Byte step 6 and timer step 6: one times 400 Mbps.
    assertThat(flow.targetBps).isCloseTo(3.18 * GBPS, BIT);
    flow.onSent(steps + 55 * US, 10_000_000);
    // Timer step 7, byte step 6: once more; then both 7: twice.
    assertThat(flow.targetBps).isCloseTo(4.38 * GBPS, BIT);
  }

  @Test
  void aNotificationBeginsRecoveryAnew() {
    flow.onMark(0);
    flow.onSent(1 + 20 * 55 * US, 1000);
    double before = flow.rateBps;
    long now = 2 + 20 * 55 * US;
    flow.onMark(now);
    assertThat(flow.targetBps).isCloseTo(before, BIT);
    flow.onSent(now + 54 * US, 1000);
    assertThat(flow.targetBps).isCloseTo(before, BIT);
    flow.onSent(now + 55 * US, 1000);
    assertThat(flow.targetBps).as("fast recovery again").isCloseTo(before, BIT);
  }

  @Test
  void isNeverAboveTheLinkNorBelowTheLeastRate() {
    for (int i = 0; i < 100; i++) {
      flow.onMark(i);
    }
    assertThat(flow.pacingBps()).isEqualTo(40_000_000);
    flow.onSent(10_000_000 * US, 1000);
    assertThat(flow.pacingBps()).isEqualTo(CongestionController.UNPACED);
    assertThat(flow.rateBps).isEqualTo(40 * GBPS);
  }

  @Test
  void ratesAndBytesGrowWithTheLinkAndTimesWithDilation() {
    // 80 Gbps divided by 1000.
    Dcqcn.Controller dilated = on(80_000_000, 1000);
    dilated.onMark(0);
    dilated.onSent(1, 19_999_999);
    assertThat(dilated.rateBps).isCloseTo(40e6, BIT);
    dilated.onSent(2, 1);
    assertThat(dilated.rateBps).isCloseTo(60e6, BIT);
    dilated.onSent(54_999 * US, 1);
    assertThat(dilated.rateBps).isCloseTo(60e6, BIT);
    dilated.onSent(55_000 * US, 1);
    assertThat(dilated.rateBps).isCloseTo(70e6, BIT);
    for (int i = 0; i < 100; i++) {
      dilated.onMark(60_000 * US);
    }
    assertThat(dilated.pacingBps()).isEqualTo(80_000);
  }

  @Test
  void refusesSettingsThatItCannotWorkWith() {
    assertThatThrownBy(() -> RecordSettings.with(Dcqcn.SETTINGS.defaults(), "pmax", "2"))
        .hasMessage("DCQCN pmax is 2.0, accepted is above 0, to 1");
    assertThatThrownBy(() -> RecordSettings.with(Dcqcn.SETTINGS.defaults(), "kmax-bytes", "10"))
        .hasMessage("DCQCN kmax is 10.0, accepted is 5000 or more");
  }
}
