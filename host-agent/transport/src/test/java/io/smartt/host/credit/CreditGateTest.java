package io.smartt.host.credit;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.host.congestion.CongestionContext;
import io.smartt.host.congestion.CongestionController;
import io.smartt.host.congestion.ConstantsOrigin;
import io.smartt.host.congestion.Mprdma;
import io.smartt.host.congestion.PullRate;
import io.smartt.host.congestion.Smartt;
import io.smartt.host.credit.CreditAccount.CreditSender;
import io.smartt.host.settings.RecordSettings;
import io.smartt.host.settings.SettingsValues;
import org.junit.jupiter.api.Test;

class CreditGateTest {
  private static final int FRAME = 1024;
  // 10 us at 8.192 Gbps: a BDP of 10 frames.
  private static final long BASE_RTT_PS = 10_000_000;
  private static final long LINK_BPS = 8_192_000_000L;

  private final CreditGate gate =
      new CreditGate(
          CreditGate.CreditRules.EQDS,
          new CreditScheme.Uncapped(1 << 20),
          FRAME,
          4 * FRAME,
          6 * FRAME);

  private static int wire(long bytes) {
    return CreditAccount.toWire(bytes);
  }

  private static int send(CreditGate gate) {
    int frames = 0;
    while (gate.maySend(0, FRAME)) {
      gate.onSent(0, FRAME);
      frames++;
    }
    return frames;
  }

  @Test
  void anIdleSenderMaySendTheFirstWindowUnasked() {
    assertThat(send(gate)).isEqualTo(4);
    assertThat(gate.lacksCredit(0, FRAME)).isTrue();
    gate.resume();
    assertThat(send(gate)).isEqualTo(4);
  }

  @Test
  void aTrimEndsTheFirstWindow() {
    gate.onSent(0, FRAME);
    gate.onTrim(1, FRAME, 0);
    assertThat(gate.maySend(0, FRAME)).isFalse();
  }

  @Test
  void aTimeoutEndsTheFirstWindow() {
    gate.onTimeout(1, FRAME, 0);
    assertThat(gate.speculativeBytes).isZero();
  }

  @Test
  void creditIsATotalSoThatALostOneIsMadeUpForByTheNext() {
    send(gate);
    gate.onCredit(wire(FRAME));
    // The credits of 2 and 3 frames are lost.
    gate.onCredit(wire(4 * FRAME));
    assertThat(send(gate)).isEqualTo(4);
    assertThat(gate.onCredit(wire(3 * FRAME))).as("late").isFalse();
    assertThat(gate.onCredit(wire(4 * FRAME))).as("twice").isFalse();
    assertThat(send(gate)).isZero();
  }

  @Test
  void totalsGoOnAcrossTheWrapOf24Bits() {
    CreditAccount account = new CreditAccount(new CreditSender());
    long step = 1L << 30;
    long wanted = 0;
    // 2^24 units of 256 bytes are 4 GiB.
    for (int i = 0; i < 9; i++) {
      wanted += step;
      account.want(wire(wanted));
      assertThat(account.demandBytes()).isEqualTo(step);
      assertThat(account.grant(step)).isEqualTo(step);
      gate.onCredit(wire(account.grantedBytes()));
    }
    assertThat(gate.creditBytes).isEqualTo(9 * step);
  }

  @Test
  void asksForWhatWaitsBeyondTheFirstWindowAndCreditInHand() {
    assertThat(gate.targetBytes(3 * FRAME, 1)).isEqualTo(-FRAME);
    assertThat(gate.targetBytes(5 * FRAME, 1)).isEqualTo(FRAME);
    assertThat(gate.targetBytes(100 * FRAME, 1)).as("6 at one time").isEqualTo(2 * FRAME);
    send(gate);
    assertThat(gate.targetBytes(100 * FRAME, 1)).isEqualTo(6 * FRAME);
    gate.onCredit(wire(2 * FRAME));
    assertThat(gate.targetBytes(100 * FRAME, 1)).isEqualTo(6 * FRAME);
    send(gate);
    assertThat(gate.targetBytes(100 * FRAME, 1)).isEqualTo(8 * FRAME);
  }

  @Test
  void expectsCreditAfterItToldAndUntilItHasIt() {
    send(gate);
    assertThat(gate.expectsCredit()).isFalse();
    gate.announced(2 * FRAME);
    assertThat(gate.expectsCredit()).isTrue();
    gate.onCredit(wire(2 * FRAME));
    assertThat(gate.expectsCredit()).isFalse();
    gate.announced(3 * FRAME);
    assertThat(gate.expectsCredit()).isTrue();
    gate.forgetAnnounced();
    assertThat(gate.expectsCredit()).isFalse();
  }

  /** EQDS+MPRDMA: a window of 10 frames, of which a marked acknowledgement takes half a frame. */
  @Test
  void aWindowOfTheSendersOwnCapsWhatIsAskedForAndKeepsTheCreditItCannotUse() {
    CongestionController window =
        new Mprdma(Mprdma.SETTINGS.defaults()).controller(BASE_RTT_PS, LINK_BPS, FRAME);
    assertThat(window.windowBytes()).isEqualTo(10 * FRAME);
    CreditGate capped = new CreditGate(CreditGate.CreditRules.EQDS, window, FRAME, 0, 15 * FRAME);
    assertThat(capped.targetBytes(100 * FRAME, 1)).as("window and one").isEqualTo(11 * FRAME);
    capped.onCredit(wire(11 * FRAME));
    assertThat(capped.maySend(10 * FRAME, FRAME)).as("window full").isFalse();
    assertThat(capped.lacksCredit(10 * FRAME, FRAME)).isFalse();
    for (int i = 0; i < 4; i++) {
      capped.onAck(i, FRAME, BASE_RTT_PS, true, 0);
    }
    assertThat(capped.windowBytes()).isEqualTo(8 * FRAME);
    assertThat(capped.creditBytes).as("kept").isEqualTo(11 * FRAME);
    assertThat(capped.targetBytes(100 * FRAME, 1))
        .as("less than was asked for: nothing more comes until 2 are spent")
        .isEqualTo(9 * FRAME);
    for (int i = 0; i < 3; i++) {
      capped.onSent(0, FRAME);
    }
    assertThat(capped.targetBytes(100 * FRAME, 1)).isEqualTo(12 * FRAME);
    assertThat(capped.maySend(7 * FRAME, FRAME)).isTrue();
    assertThat(capped.maySend(8 * FRAME, FRAME)).isFalse();
  }

  private static CreditGate rccc(CongestionController cap, long initialBytes) {
    return new CreditGate(CreditGate.CreditRules.RCCC, cap, FRAME, initialBytes, 6 * FRAME);
  }

  /** uet-htsim 40ccb05, uec.cpp:1125: "can send if we have any credit". */
  @Test
  void anyCreditIsEnoughForAFrameOfRccc() {
    CreditGate gate = rccc(new CreditScheme.Uncapped(1 << 20), 0);
    gate.onCredit(wire(256));
    assertThat(gate.maySend(0, FRAME)).isTrue();
    gate.onSent(0, FRAME);
    assertThat(gate.creditBytes).isEqualTo(256 - FRAME);
    assertThat(gate.maySend(0, FRAME)).isFalse();
    assertThat(gate.lacksCredit(0, FRAME)).isTrue();
    gate.onCredit(wire(FRAME));
    assertThat(gate.maySend(0, FRAME)).as("the debt is paid, and no more").isFalse();
  }

  @Test
  void theFirstAnswerEndsTheFirstWindowOfRccc() {
    CreditGate acknowledged = rccc(new CreditScheme.Uncapped(1 << 20), 4 * FRAME);
    acknowledged.onSent(0, FRAME);
    acknowledged.onAck(1, FRAME, BASE_RTT_PS, false, 0);
    assertThat(acknowledged.maySend(0, FRAME)).isFalse();
    CreditGate granted = rccc(new CreditScheme.Uncapped(1 << 20), 4 * FRAME);
    granted.onCredit(wire(FRAME));
    assertThat(granted.speculativeBytes).isZero();
    assertThat(granted.creditBytes).isEqualTo(FRAME);
  }

  /** uec.cpp:1878: what is sent unasked may be refused. */
  @Test
  void rcccAsksForAPacketWhatItMaySendUnaskedNotwithstanding() {
    CreditGate gate = rccc(new CreditScheme.Uncapped(1 << 20), 4 * FRAME);
    assertThat(gate.targetBytes(2 * FRAME, 1)).isEqualTo(FRAME);
    assertThat(this.gate.targetBytes(2 * FRAME, 1)).as("EQDS").isEqualTo(-2 * FRAME);
  }

  @Test
  void connectionsThatShareTheLinkAskForTheirPartWithRccc() {
    CreditGate gate = rccc(new CreditScheme.Uncapped(1 << 20), 0);

    assertThat(gate.targetBytes(6 * FRAME, 3)).isEqualTo(gate.targetBytes(6 * FRAME, 1) / 3);
    assertThat(this.gate.targetBytes(6 * FRAME, 3))
        .as("EQDS")
        .isEqualTo(this.gate.targetBytes(6 * FRAME, 1));
  }

  /** UE 1.0.3, Sec. 3.6.4.4: not a signal to NSCC where RCCC is on as well. */
  @Test
  void aWindowUnderRcccDoesNotLearnOfTrimsAtTheLastSwitch() {
    CongestionController window =
        new Mprdma(Mprdma.SETTINGS.defaults()).controller(BASE_RTT_PS, LINK_BPS, FRAME);
    CreditGate capped = rccc(window, 4 * FRAME);
    long before = window.windowBytes();
    capped.onLastHopTrim(0, FRAME, 0);
    assertThat(window.windowBytes()).isEqualTo(before);
    assertThat(capped.speculativeBytes).as("an answer").isZero();
    capped.onTrim(0, FRAME, 0);
    assertThat(window.windowBytes()).isLessThan(before);
  }

  @Test
  void eqdsHasAFirstWindowOfOneBdpAndFrames4BytesLonger() {
    CongestionController eqds =
        Eqds.alone(Eqds.SETTINGS.defaults()).controller(BASE_RTT_PS, LINK_BPS, FRAME);
    assertThat(((CreditGate) eqds).speculativeBytes).isEqualTo(10 * FRAME);
    assertThat(eqds.windowBytes()).isEqualTo(15 * FRAME);
    assertThat(eqds.maySend(1 << 30, FRAME)).as("no window of its own").isTrue();
  }

  @Test
  void rcccHasAFirstWindowOfOneAndAHalfBdpAndCreditForFourPackets() {
    CongestionController rccc =
        Rccc.alone(Rccc.SETTINGS.defaults()).controller(BASE_RTT_PS, LINK_BPS, FRAME);
    assertThat(((CreditGate) rccc).speculativeBytes).isEqualTo(15 * FRAME);
    PullRate pulls = Rccc.SETTINGS.defaults().pulls(LINK_BPS, FRAME, BASE_RTT_PS);
    assertThat(pulls.quantumBytes()).isEqualTo(4 * FRAME);
    assertThat(pulls.unaskedBytes()).isZero();
  }

  /** A path may be shorter than the longest, which a window of the sender's own counts by. */
  @Test
  void bdpsOfRcccAreThoseOfTheNetworksLongestPath() {
    CongestionContext run =
        new CongestionContext(
            SettingsValues.DEFAULTS, ConstantsOrigin.PAPER, true, 2 * BASE_RTT_PS, 1, 4096);
    CreditGate alone =
        (CreditGate) Rccc.CONTROL.factory().apply(run).controller(BASE_RTT_PS, LINK_BPS, FRAME);
    CreditGate capped =
        (CreditGate)
            Rccc.cappedBy(Smartt.CONTROL)
                .factory()
                .apply(run)
                .controller(BASE_RTT_PS, LINK_BPS, FRAME);

    assertThat(alone.speculativeBytes).isEqualTo(30 * FRAME);
    assertThat(capped.speculativeBytes).isEqualTo(30 * FRAME);
    assertThat(capped.windowBytes())
        .isEqualTo(
            Smartt.CONTROL
                .factory()
                .apply(run)
                .controller(BASE_RTT_PS, LINK_BPS, FRAME + 4)
                .windowBytes());
  }

  @Test
  void whereReceiversGrantUnaskedMoreThanMayBeAskedForIsGivenUp() {
    Rccc.Settings settings = RecordSettings.with(Rccc.SETTINGS.defaults(), "unasked-bdps", "1.5");
    assertThat(settings.pulls(LINK_BPS, FRAME, BASE_RTT_PS).unaskedBytes()).isEqualTo(15 * FRAME);
    CreditGate gate = (CreditGate) Rccc.alone(settings).controller(BASE_RTT_PS, LINK_BPS, FRAME);
    gate.onCredit(wire(30 * FRAME));
    assertThat(gate.creditBytes).isEqualTo(15 * FRAME);
    assertThat(gate.targetBytes(20 * FRAME, 1)).as("nothing more").isEqualTo(30 * FRAME);
  }

  @Test
  void receiversAdaptWhereTheNetworkIsOversubscribedDownToWhatItsCoreCarries() {
    Rccc.Settings four = RecordSettings.with(Rccc.SETTINGS.defaults(), "oversubscription", "4");
    assertThat(Rccc.SETTINGS.defaults().adaptingPulls(LINK_BPS, FRAME, BASE_RTT_PS).adaption())
        .isEmpty();
    assertThat(four.adaptingPulls(LINK_BPS, FRAME, BASE_RTT_PS).adaption())
        .contains(new PullRate.Adaption(15_000_000, 0.3, 0.01, 0.5, 0.5, 0.225));
  }
}
