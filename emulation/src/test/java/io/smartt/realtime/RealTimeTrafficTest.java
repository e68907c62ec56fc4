package io.smartt.realtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests of {@link RealTimeTraffic}. */
class RealTimeTrafficTest {
  private static final long PS_PER_S = 1_000_000_000_000L;
  private static final long RTT_PS = 48 * PS_PER_S / 1000;

  @Test
  void aShortRttLeavesHalfAMinuteAndALongOneAThousandOfThem() {
    assertThat(RealTimeTraffic.patiencePs(PS_PER_S / 1000, 7 * PS_PER_S / 1000, 0))
        .isEqualTo(30 * PS_PER_S);
    assertThat(RealTimeTraffic.patiencePs(RTT_PS, 3 * RTT_PS, 0)).isEqualTo(48 * PS_PER_S);
  }

  /** A request for credit doubles six times though packets do not: eight losses are 1,337 RTTs. */
  @Test
  void aRequestForCreditMayWaitForItsLongestTimeoutTwice() {
    assertThat(RealTimeTraffic.patiencePs(RTT_PS, 7 * RTT_PS, 0))
        .isEqualTo(RealTimeTraffic.patiencePs(RTT_PS, 7 * RTT_PS, 6))
        .isGreaterThan(1_337 * RTT_PS);
    assertThat(RealTimeTraffic.patiencePs(RTT_PS, 7 * RTT_PS, 8))
        .isEqualTo(4 * RealTimeTraffic.patiencePs(RTT_PS, 7 * RTT_PS, 6));
  }

  /** It is lost after 7, 14, 28 base RTTs and so on: eight losses in a row are no standstill. */
  @Test
  void aPacketMayWaitForItsLongestTimeoutTwice() {
    long waited = 0;
    for (int i = 0; i <= 7; i++) {
      waited += (7 * RTT_PS) << Math.min(i, 6);
    }
    assertThat(RealTimeTraffic.patiencePs(RTT_PS, 7 * RTT_PS, 6)).isBetween(waited, 2 * waited);
    assertThat(RealTimeTraffic.patiencePs(Long.MAX_VALUE / 1000, Long.MAX_VALUE, 20))
        .isEqualTo(Long.MAX_VALUE);
  }
}
