package io.smartt.host.congestion;

import static io.smartt.host.congestion.SmarttTestPaths.BRTT;
import static io.smartt.host.congestion.SmarttTestPaths.SETTINGS;
import static io.smartt.host.congestion.SmarttTestPaths.TRTT;
import static io.smartt.host.congestion.SmarttTestPaths.US;
import static io.smartt.host.congestion.SmarttTestPaths.controller;
import static io.smartt.host.congestion.SmarttTestPaths.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Tests of {@link Smartt.Controller}: Algorithm 4 line by line. */
class SmarttControllerTest {
  private static final long LATE = 20 * US;

  private final Smartt.Controller flow = controller(SETTINGS);

  /** Past the first acknowledgement, the period ending at 100 us, window 50,000. */
  private Smartt.Controller underWay() {
    return underWay(flow);
  }

  private static Smartt.Controller underWay(Smartt.Controller flow) {
    flow.end = 100 * US;
    flow.cwnd = 50_000;
    return flow;
  }

  @Test
  void line2CountsAcknowledgedBytes() {
    underWay().onAck(50 * US, 1000, LATE, false, 40_000);
    flow.onAck(51 * US, 500, LATE, false, 40_000);
    assertThat(flow.acked).isEqualTo(1500);
  }

  @Test
  void line2TrimmedBytesCountOnlyIfSoSet() {
    underWay().onTrim(50 * US, 1000, 40_000);
    assertThat(flow.acked).isZero();
    Smartt.Controller literal = underWay(controller(with(SETTINGS, "count-trimmed", "true")));
    literal.onTrim(50 * US, 1000, 40_000);
    assertThat(literal.acked).isEqualTo(1000);
  }

  @Test
  void lines3To7AcknowledgementsAreIgnoredUntilWhatWasInFlightIsHeardOf() {
    underWay();
    flow.bytesToIgnore = 3000;
    flow.onAck(50 * US, 1000, LATE, false, 40_000);
    flow.onAck(51 * US, 1000, LATE, false, 40_000);
    assertThat(flow.windowBytes()).isEqualTo(50_000);
    flow.onAck(52 * US, 1000, LATE, false, 40_000);
    assertThat(flow.cwnd).isCloseTo(50_010, within(1e-9));
    assertThat(flow.acked).as("still counted for QuickAdapt").isEqualTo(3000);
  }

  @Test
  void line3TrimsCountTowardsWhatIsIgnored() {
    underWay();
    flow.bytesToIgnore = 2000;
    flow.onTrim(50 * US, 1000, 40_000);
    flow.onAck(51 * US, 1000, LATE, false, 40_000);
    assertThat(flow.cwnd).isCloseTo(50_010, within(1e-9));
  }

  @Test
  void lines9To12QuickAdaptEndsTheStep() {
    underWay();
    flow.triggerQa = true;
    flow.acked = 6000;
    flow.onAck(100 * US, 1000, LATE, false, 30_000);
    assertThat(flow.cwnd).as("no fair increase on top").isEqualTo(7000);
    assertThat(flow.bytesToIgnore).isEqualTo(30_000);
  }

  @Test
  void lines10To12FastIncreaseEndsTheStep() {
    underWay();
    flow.count = 50_000;
    flow.onAck(50 * US, 1000, BRTT, false, 40_000);
    assertThat(flow.cwnd).as("no proportional increase on top").isEqualTo(52_000);
  }

  @Test
  void line14CoreCasesOtherwise() {
    underWay().onAck(50 * US, 1000, LATE, false, 40_000);
    assertThat(flow.cwnd).isCloseTo(50_010, within(1e-9));
  }

  @Test
  void line16TrimTakesItsSizeFromTheWindow() {
    underWay().onTrim(50 * US, 1000, 40_000);
    assertThat(flow.windowBytes()).isEqualTo(49_000);
  }

  @Test
  void line17TrimTriggersQuickAdaptAtTheEndOfThePeriod() {
    underWay().onTrim(50 * US, 1000, 40_000);
    flow.onAck(99 * US, 4000, LATE, false, 40_000);
    assertThat(flow.windowBytes()).isGreaterThan(40_000);
    flow.onAck(100 * US, 1000, LATE, false, 39_000);
    assertThat(flow.windowBytes()).isEqualTo(5000);
  }

  @Test
  void lines19And20TrimMayItselfAdapt() {
    underWay();
    flow.acked = 6000;
    flow.onTrim(100 * US, 1000, 40_000);
    assertThat(flow.windowBytes()).isEqualTo(6000);
    assertThat(flow.bytesToIgnore).isEqualTo(40_000);
  }

  @Test
  void lines19And20NotWhileIgnoring() {
    underWay();
    flow.acked = 6000;
    flow.triggerQa = true;
    flow.bytesToIgnore = 30_000;
    flow.onTrim(100 * US, 1000, 40_000);
    assertThat(flow.windowBytes()).isEqualTo(50_000);
  }

  @Test
  void line16InTheIgnorePhaseReducesOnlyIfSoSet() {
    Smartt.Controller literal = underWay(controller(with(SETTINGS, "ignore-trims", "false")));
    literal.bytesToIgnore = 30_000;
    literal.onTrim(50 * US, 1000, 40_000);
    assertThat(literal.windowBytes()).isEqualTo(49_000);
  }

  @Test
  void line23WindowStaysBetweenOneMtuAndItsBound() {
    underWay();
    flow.cwnd = 1500;
    flow.onTrim(50 * US, 1000, 500);
    assertThat(flow.windowBytes()).isEqualTo(1000);
    flow.cwnd = 149_500;
    flow.count = 150_000;
    flow.onAck(51 * US, 1000, BRTT, false, 500);
    assertThat(flow.windowBytes()).as("FastIncrease too, which leaves early").isEqualTo(150_000);
  }

  @Test
  void framesLeaveWhileLessThanAWindowIsInFlight() {
    underWay();
    assertThat(flow.maySend(49_999, 1000)).isTrue();
    assertThat(flow.maySend(50_000, 1000)).isFalse();
  }

  @Test
  void averageRttIsAnEwmaOfEveryAcknowledgement() {
    underWay().onAck(50 * US, 1000, 18 * US, false, 40_000);
    assertThat(flow.avgRtt).isEqualTo(11e6f);
    flow.bytesToIgnore = 30_000;
    flow.onAck(50 * US, 1000, 19 * US, false, 40_000);
    assertThat(flow.avgRtt).isEqualTo(12e6f);
  }

  @Test
  void acknowledgementOfUnknownRttCountsWithTheAverage() {
    underWay();
    flow.avgRtt = LATE;
    flow.onAck(50 * US, 1000, CongestionController.RTT_UNKNOWN, false, 40_000);
    assertThat(flow.avgRtt).isEqualTo(20e6f);
    assertThat(flow.cwnd).as("fair increase").isCloseTo(50_010, within(1e-9));
  }

  @Test
  void timeoutTakesItsSizeAndTriggersNothing() {
    underWay().onTimeout(50 * US, 1000, 60_000);
    assertThat(flow.windowBytes()).isEqualTo(49_000);
    assertThat(flow.triggerQa).isFalse();
  }

  @Test
  void timeoutTakesNoMoreOfAnUnfilledWindow() {
    underWay().onTimeout(50 * US, 1000, 8000);
    assertThat(flow.windowBytes()).isEqualTo(49_000);
  }

  @Test
  void timeoutOfWhatWasInFlightAtQuickAdaptIsIgnored() {
    underWay();
    flow.bytesToIgnore = 2000;
    flow.onTimeout(50 * US, 1000, 60_000);
    assertThat(flow.windowBytes()).isEqualTo(50_000);
    flow.onTimeout(50 * US, 1000, 60_000);
    assertThat(flow.windowBytes()).isEqualTo(49_000);
  }

  @Test
  void incastOf16IsAdaptedToWithinOneTargetRttOfTheFirstAcknowledgement() {
    long firstAck = 20 * US;
    // A sixteenth of the link: 1,000 B each 1.6 us; the rest is trimmed.
    long now = firstAck;
    for (; now <= firstAck + TRTT + 2 * US; now += 1_600_000) {
      flow.onAck(now, 1000, LATE, true, 100_000);
      flow.onTrim(now, 1000, 99_000);
    }
    assertThat(flow.windowBytes()).isBetween(8000L, 10_000L);
  }
}
