package io.smartt.host.transport;

import static io.smartt.host.congestion.CongestionController.RTT_UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.host.transport.OutgoingMessages.OutgoingMessage;
import org.junit.jupiter.api.Test;

/** Tests of {@link RetransmissionTimer}. */
class RetransmissionTimerTest {
  private static final long BASE_RTT_PS = 10_000_000;
  private static final long SENT_PS = 1_000;
  private static final long NOW_PS = 30_000;
  private static final long SEQUENCE = 5;

  private final SendWindow window = new SendWindow(SEQUENCE);

  private static RetransmissionTimer timer(boolean goesBack) {
    return timer(TransportSettings.DEFAULT, goesBack);
  }

  private static RetransmissionTimer timer(TransportSettings settings, boolean goesBack) {
    return new RetransmissionTimer(settings, BASE_RTT_PS, goesBack);
  }

  /** Sends a packet as often as asked, each time but the last it was trimmed or timed out. */
  private void sent(int times, int timeouts) {
    OutgoingMessage message = new OutgoingMessage(1, 1000, PayloadSource.COUNTED, 1000);
    window.sendNew(times == 1 ? SENT_PS : 0, message, 0, 100, 7);
    for (int i = 2; i <= times; i++) {
      window.lose(SEQUENCE, i - 2 < timeouts);
      window.sendLost(i == times ? SENT_PS : 0, 7);
    }
  }

  private long rtt(boolean goesBack, boolean again) {
    return timer(goesBack).roundTripPs(window, NOW_PS, SEQUENCE, again);
  }

  @Test
  void aTimeoutIsSevenBaseRttsAsInThePaperHoweverOftenItRunsOut() {
    assertThat(timer(false).timeoutPs(0)).isEqualTo(7 * BASE_RTT_PS);
    assertThat(timer(false).timeoutPs(6)).isEqualTo(7 * BASE_RTT_PS);
  }

  @Test
  void aTimeoutIsSevenBaseRttsAndDoublesSixTimesWhereAsked() {
    RetransmissionTimer timer =
        timer(Pair.with(TransportSettings.DEFAULT, "max-backoff", "6"), false);
    assertThat(timer.timeoutPs(0)).isEqualTo(7 * BASE_RTT_PS);
    assertThat(timer.timeoutPs(1)).isEqualTo(14 * BASE_RTT_PS);
    assertThat(timer.timeoutPs(6)).isEqualTo(64 * 7 * BASE_RTT_PS);
    assertThat(timer.timeoutPs(7)).isEqualTo(64 * 7 * BASE_RTT_PS);
  }

  @Test
  void whatNoWindowHoldsDoublesInAnyCase() {
    assertThat(timer(false).requestTimeoutPs(0)).isEqualTo(7 * BASE_RTT_PS);
    assertThat(timer(false).requestTimeoutPs(6)).isEqualTo(64 * 7 * BASE_RTT_PS);
    assertThat(timer(false).requestTimeoutPs(7)).isEqualTo(64 * 7 * BASE_RTT_PS);
  }

  @Test
  void aConnectionLooksAgainAfterASixteenthOfItAndAsksForRoomAfterAQuarter() {
    assertThat(timer(false).granularityPs()).isEqualTo(7 * BASE_RTT_PS / 16);
    assertThat(timer(false).noRoomPs()).isEqualTo(7 * BASE_RTT_PS / 4);
  }

  @Test
  void silenceOfTheWholeTimeToGiveUpIsHopeless() {
    TransportSettings d = TransportSettings.DEFAULT;
    RetransmissionTimer timer =
        timer(
            new TransportSettings(
                d.maxPayloadBytes(),
                d.maxMessageBytes(),
                d.reliability(),
                d.networkRttPs(),
                1000,
                d.forgetSilentPs(),
                d.udpChecksum(),
                d.dataDscp(),
                d.controlDscp(),
                d.trimmedDscp(),
                d.lastHopTrimmedDscp()),
            false);
    timer.answered(500);
    assertThat(timer.isHopeless(1499)).isFalse();
    assertThat(timer.isHopeless(1500)).isTrue();
    timer.answered(1500);
    assertThat(timer.isHopeless(1500)).isFalse();
  }

  @Test
  void theAnswerToAPacketSentOnceTellsItsTime() {
    sent(1, 0);
    assertThat(rtt(false, false)).isEqualTo(NOW_PS - SENT_PS);
    assertThat(rtt(true, false)).isEqualTo(NOW_PS - SENT_PS);
    assertThat(rtt(false, true))
        .as("to a retransmission, of which there was none")
        .isEqualTo(RTT_UNKNOWN);
  }

  @Test
  void afterTrimsTheLatestTransmissionIsAnswered() {
    sent(4, 0);
    assertThat(rtt(false, true)).isEqualTo(NOW_PS - SENT_PS);
    assertThat(rtt(false, false)).as("to the first").isEqualTo(RTT_UNKNOWN);
    assertThat(rtt(true, true)).as("with go-back-N one of three").isEqualTo(RTT_UNKNOWN);
  }

  @Test
  void afterOneTimeoutTheOnlyRetransmissionIsAnswered() {
    sent(2, 1);
    assertThat(rtt(false, true)).isEqualTo(NOW_PS - SENT_PS);
    assertThat(rtt(true, true)).isEqualTo(NOW_PS - SENT_PS);
    assertThat(rtt(false, false)).isEqualTo(RTT_UNKNOWN);
  }

  @Test
  void afterOneTimeoutOneOfTwoRetransmissionsIs() {
    sent(3, 1);
    assertThat(rtt(false, true)).isEqualTo(RTT_UNKNOWN);
  }

  @Test
  void afterTwoTimeoutsNothingIsKnown() {
    sent(3, 2);
    assertThat(rtt(false, true)).isEqualTo(RTT_UNKNOWN);
    window.lose(SEQUENCE, false);
    assertThat(rtt(false, true)).isEqualTo(RTT_UNKNOWN);
  }

  @Test
  void aPacketSentTooOftenTellsNoTimeWhereItIsAcknowledged() {
    RetransmissionTimer twice =
        timer(Pair.with(TransportSettings.DEFAULT, "rtt-transmissions", "2"), false);
    sent(2, 0);
    assertThat(twice.acknowledgedRttPs(window, NOW_PS, SEQUENCE, true)).isEqualTo(NOW_PS - SENT_PS);
    window.lose(SEQUENCE, false);
    window.sendLost(SENT_PS, 7);
    assertThat(twice.acknowledgedRttPs(window, NOW_PS, SEQUENCE, true)).isEqualTo(RTT_UNKNOWN);
    assertThat(twice.roundTripPs(window, NOW_PS, SEQUENCE, true))
        .as("as of a NACK")
        .isEqualTo(NOW_PS - SENT_PS);
  }

  @Test
  void ofAPacketThatIsForgottenNothingIsKnown() {
    sent(1, 0);
    window.acknowledge(SEQUENCE);
    window.advance();
    assertThat(rtt(false, false)).isEqualTo(RTT_UNKNOWN);
    assertThat(timer(false).acknowledgedRttPs(window, NOW_PS, SEQUENCE, false))
        .isEqualTo(RTT_UNKNOWN);
  }
}
