package io.smartt.host.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.host.congestion.Dcqcn;
import io.smartt.host.transport.OutgoingMessages.OutgoingMessage;
import io.smartt.host.wire.Ipv4Header;
import io.smartt.host.wire.PdsAck;
import io.smartt.host.wire.PdsNack;
import io.smartt.host.wire.PdsRequest;
import io.smartt.host.wire.Uet;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** RoCEv2's reliability: packets in order, go-back-N, marks back once an interval. */
class GoBackTest {
  private static final long US = 1_000_000;

  private final Pair pair =
      new Pair(
          TransportSettings.DEFAULT.withMaxPayloadBytes(1000),
          new Dcqcn(Dcqcn.SETTINGS.defaults(), 1),
          3);

  private List<byte[]> sent(int packets) {
    pair.send(1000L * packets);
    return all(pair.a);
  }

  private List<byte[]> all(TransportEndpoint from) {
    List<byte[]> frames = new ArrayList<>();
    for (byte[] frame = pair.take(from); frame.length > 0; frame = pair.take(from)) {
      frames.add(frame);
    }
    return frames;
  }

  private static int psn(byte[] frame) {
    return PdsRequest.psn(frame, Uet.PDS_AT);
  }

  private static byte[] marked(byte[] frame) {
    Pair.rewrite(frame, 10, Ipv4Header.CE, frame.length - 14);
    return frame;
  }

  private void deliver(List<byte[]> frames, TransportEndpoint to) {
    frames.forEach(frame -> pair.deliver(to, frame));
  }

  @Test
  void requestsAreOrderedAndLeaveAtLinkRate() {
    List<byte[]> frames = sent(100);
    assertThat(frames).hasSize(100);
    assertThat(frames).allMatch(frame -> Uet.type(frame, Uet.PDS_AT) == Uet.ROD_REQ);
  }

  @Test
  void theFirstThatComesTooEarlyIsRefusedOnceAndNoneIsKept() {
    List<byte[]> frames = sent(6);
    deliver(List.of(frames.get(0), frames.get(2), frames.get(3)), pair.b);
    List<byte[]> answers = all(pair.b);
    assertThat(answers).hasSize(2);
    assertThat(Uet.type(answers.get(0), Uet.PDS_AT)).isEqualTo(Uet.ACK_CC);
    assertThat(Uet.type(answers.get(1), Uet.PDS_AT)).isEqualTo(Uet.NACK);
    assertThat(PdsNack.code(answers.get(1), Uet.PDS_AT)).isEqualTo(PdsNack.ROD_OUT_OF_ORDER);
    assertThat(PdsNack.psn(answers.get(1), Uet.PDS_AT)).isEqualTo(psn(frames.get(1)));
    pair.deliver(pair.b, frames.get(1));
    byte[] ack = pair.take(pair.b);
    assertThat(PdsAck.cumulativePsn(ack, Uet.PDS_AT)).isEqualTo(psn(frames.get(1)));
    assertThat(pair.b.counters().bytesDelivered()).isEqualTo(2000);
  }

  @Test
  void theSenderGoesBackAndSendsAllFromTheMissingOneOnInOrder() {
    List<byte[]> frames = sent(6);
    deliver(List.of(frames.get(0), frames.get(2), frames.get(3)), pair.b);
    // The NACK alone says that packet 0 arrived.
    pair.deliver(pair.a, all(pair.b).get(1));
    List<byte[]> again = all(pair.a);
    assertThat(again)
        .extracting(GoBackTest::psn)
        .containsExactly(
            psn(frames.get(1)),
            psn(frames.get(2)),
            psn(frames.get(3)),
            psn(frames.get(4)),
            psn(frames.get(5)));
    assertThat(pair.a.counters().retransmissions()).isEqualTo(5);
    deliver(again, pair.b);
    deliver(all(pair.b), pair.a);
    assertThat(pair.completed).hasSize(1);
  }

  @Test
  void goingBackAgainBeforeAllWasSentAgainStaysInOrder() {
    SendWindow window = new SendWindow(10);
    OutgoingMessage message = new OutgoingMessage(1, 6000, PayloadSource.COUNTED, 1000);
    for (int i = 0; i < 6; i++) {
      window.sendNew(0, message, i, 1074, 0);
    }
    window.goBackTo(11);
    assertThat(window.lostBytes()).isEqualTo(5 * 1074);
    assertThat(window.sendLost(1, 0)).isEqualTo(11);
    assertThat(window.sendLost(1, 0)).isEqualTo(12);
    window.goBackTo(12);
    assertThat(window.sendLost(2, 0)).isEqualTo(12);
    window.goBackTo(10);
    for (int i = 10; i < 16; i++) {
      assertThat(window.firstLost()).isEqualTo(i);
      assertThat(window.sendLost(3, 0)).isEqualTo(i);
    }
    assertThat(window.firstLost()).isEqualTo(-1);
    assertThat(window.lostBytes()).isZero();
  }

  @Test
  void aTimeoutGoesBackToTheOldestPacket() {
    List<byte[]> frames = sent(4);
    pair.nowPs = pair.a.nextDeadlinePs();
    assertThat(pair.nowPs).isEqualTo(7 * 10 * US);
    pair.a.onDeadline(pair.nowPs);
    assertThat(all(pair.a))
        .extracting(GoBackTest::psn)
        .containsExactly(frames.stream().map(GoBackTest::psn).toArray(Integer[]::new));
    assertThat(pair.a.counters().timeouts()).isEqualTo(1);
  }

  @Test
  void ofMarksOneInFiftyMicrosecondsGoesBack() {
    assertThat(marksBack(0, 10, 49, 50, 99, 100))
        .containsExactly(true, false, false, true, false, true);
  }

  /** Whether the answers to marked packets, which arrive at these instants, are marked. */
  private List<Boolean> marksBack(long... atUs) {
    List<byte[]> frames = sent(atUs.length);
    List<Boolean> back = new ArrayList<>();
    for (int i = 0; i < atUs.length; i++) {
      pair.nowPs = atUs[i] * US;
      pair.deliver(pair.b, marked(frames.get(i)));
      byte[] ack = pair.take(pair.b);
      back.add((Uet.flags(ack, Uet.PDS_AT) & Uet.FLAG_MARKED) != 0);
    }
    return back;
  }

  @Test
  void theIntervalMayBeAnother() {
    pair.b.markInterval(20 * US);
    assertThat(marksBack(0, 10, 19, 20, 39, 40))
        .containsExactly(true, false, false, true, false, true);
  }

  @Test
  void anUnmarkedPacketBringsNoMarkBackAndStartsNoInterval() {
    List<byte[]> frames = sent(2);
    pair.deliver(pair.b, frames.get(0));
    assertThat(Uet.flags(pair.take(pair.b), Uet.PDS_AT) & Uet.FLAG_MARKED).isZero();
    pair.deliver(pair.b, marked(frames.get(1)));
    assertThat(Uet.flags(pair.take(pair.b), Uet.PDS_AT) & Uet.FLAG_MARKED).isNotZero();
  }

  @Test
  void aMarkComesToTheSenderAsANotification() {
    List<byte[]> frames = sent(2);
    int connection = pair.a.connectionOf(0);
    assertThat(pair.a.windowBytes(connection)).isEqualTo(100_000);
    pair.deliver(pair.b, marked(frames.get(0)));
    pair.deliver(pair.a, pair.take(pair.b));
    assertThat(pair.a.counters().marksReceived()).isEqualTo(1);
    assertThat(pair.a.windowBytes(connection)).isEqualTo(50_000);
  }
}
