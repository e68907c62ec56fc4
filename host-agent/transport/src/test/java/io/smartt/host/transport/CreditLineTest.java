package io.smartt.host.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.host.credit.CreditAccount;
import io.smartt.host.credit.CreditGate;
import io.smartt.host.credit.CreditGate.CreditRules;
import io.smartt.host.transport.OutgoingMessages.OutgoingMessage;
import org.junit.jupiter.api.Test;

/** Tests of {@link CreditLine}: when a sender asks for credit, for how much, and when again. */
class CreditLineTest {
  private static final long US = 1_000_000;
  private static final long TIMEOUT_PS = 70 * US;
  private static final int HEADER = 50;
  private static final int FRAME = 1_050;
  private static final long UNASKED = 2 * FRAME;

  private long windowBytes = 1L << 40;
  private final CreditGate gate =
      new CreditGate(
          CreditRules.EQDS, new GivenWindow(() -> windowBytes), FRAME, UNASKED, 1L << 40);
  private final SendWindow window = new SendWindow(5);
  private final OutgoingMessages messages = new OutgoingMessages(false);
  private final CreditLine line =
      new CreditLine(
          gate,
          window,
          messages,
          new RetransmissionTimer(TransportSettings.DEFAULT, 10 * US, false),
          HEADER);

  private static OutgoingMessage message(int packets) {
    return new OutgoingMessage(1, packets * 1000L, PayloadSource.COUNTED, 1000);
  }

  /** Spends what may leave without credit. */
  private void spendAll() {
    gate.onSent(0, (int) UNASKED);
  }

  private void grant(long nowPs, int totalFrames) {
    line.granted(nowPs, CreditAccount.toWire((long) totalFrames * FRAME));
  }

  @Test
  void aConnectionThatWasIdleMaySendUnaskedAgain() {
    spendAll();
    assertThat(gate.maySend(0, FRAME)).isFalse();
    line.adding();
    assertThat(gate.maySend(0, FRAME)).isTrue();
  }

  @Test
  void oneThatHasMessagesOrPacketsInFlightWasNotIdle() {
    spendAll();
    messages.add(message(1));
    line.adding();
    assertThat(gate.maySend(0, FRAME)).as("a message waits").isFalse();

    OutgoingMessages none = new OutgoingMessages(false);
    RetransmissionTimer timer = new RetransmissionTimer(TransportSettings.DEFAULT, US, false);
    window.sendNew(0, message(1), 0, FRAME, 7);
    new CreditLine(gate, window, none, timer, HEADER).adding();
    assertThat(gate.maySend(0, FRAME)).as("a packet is in flight").isFalse();
  }

  @Test
  void aRequestIsDueWhereNothingButCreditIsMissingAndNoneIsOnItsWay() {
    messages.add(message(3));
    assertThat(line.isRequestDue(FRAME)).as("it may leave unasked").isFalse();
    spendAll();
    assertThat(line.isRequestDue(FRAME)).isTrue();
    windowBytes = 0;
    assertThat(line.isRequestDue(FRAME)).as("its own window is full").isFalse();
    windowBytes = 1L << 40;
    line.announce(0, 1);
    assertThat(line.isRequestDue(FRAME)).as("credit is on its way").isFalse();
    line.unheard();
    assertThat(line.isRequestDue(FRAME)).as("the request may be lost").isTrue();
  }

  @Test
  void itAsksForAllThatWaitsToLeaveHeadersAndLostPacketsAmongIt() {
    spendAll();
    messages.add(message(3));
    assertThat(line.announce(0, 1)).isEqualTo(CreditAccount.toWire(3 * FRAME));
    window.sendNew(0, message(2), 0, FRAME, 7);
    window.sendNew(0, message(2), 1, FRAME, 7);
    window.lose(6, true);
    assertThat(line.announce(0, 1)).isEqualTo(CreditAccount.toWire(4 * FRAME));
  }

  @Test
  void creditIsOverdueAfterATimeoutSinceItWasAskedFor() {
    messages.add(message(9));
    spendAll();
    assertThat(line.overduePs(FRAME)).as("nobody asked").isEqualTo(Long.MAX_VALUE);
    line.announce(3 * US, 1);
    assertThat(line.overduePs(FRAME)).isEqualTo(3 * US + TIMEOUT_PS);
    line.announce(9 * US, 1);
    assertThat(line.overduePs(FRAME)).as("asked once more").isEqualTo(3 * US + TIMEOUT_PS);
    windowBytes = 0;
    assertThat(line.overduePs(FRAME)).as("of no use now").isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void creditThatArrivesIsNewsOnceAndTheRestIsAwaitedFromThenOn() {
    messages.add(message(9));
    spendAll();
    line.announce(0, 1);
    grant(20 * US, 2);
    assertThat(line.overduePs(FRAME)).as("there is some").isEqualTo(Long.MAX_VALUE);
    gate.onSent(20 * US, 2 * FRAME);
    assertThat(line.overduePs(FRAME)).isEqualTo(20 * US + TIMEOUT_PS);
    grant(40 * US, 1);
    assertThat(line.overduePs(FRAME)).as("a late one").isEqualTo(20 * US + TIMEOUT_PS);
  }

  @Test
  void eachSilenceDoublesTheWaitUntilCreditArrives() {
    messages.add(message(9));
    spendAll();
    line.announce(0, 1);
    line.overdue(100 * US);
    assertThat(line.isRequestDue(FRAME)).isTrue();
    line.announce(100 * US, 1);
    assertThat(line.overduePs(FRAME)).isEqualTo(100 * US + 2 * TIMEOUT_PS);
    line.overdue(300 * US);
    line.announce(300 * US, 1);
    assertThat(line.overduePs(FRAME)).isEqualTo(300 * US + 4 * TIMEOUT_PS);
    grant(310 * US, 1);
    gate.onSent(310 * US, FRAME);
    assertThat(line.overduePs(FRAME)).isEqualTo(310 * US + TIMEOUT_PS);
  }
}
