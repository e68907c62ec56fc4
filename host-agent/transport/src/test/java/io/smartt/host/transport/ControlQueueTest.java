package io.smartt.host.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.host.congestion.PullRate;
import io.smartt.host.credit.CreditAccount;
import io.smartt.host.credit.CreditAccount.CreditSender;
import io.smartt.host.credit.PullQueue;
import io.smartt.host.transport.ControlQueue.AnswerTo.Stranger;
import io.smartt.host.wire.PdsAck;
import io.smartt.host.wire.PdsControl;
import io.smartt.host.wire.PdsNack;
import io.smartt.host.wire.SesResponse;
import io.smartt.host.wire.UdpHeader;
import io.smartt.host.wire.Uet;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Tests of {@link ControlQueue}: answers leave in the order in which they were given. */
class ControlQueueTest {
  private static final Destination SELF = new Destination(1, 1);
  private static final Destination PEER = new Destination(2, 2);
  private static final int UDP_AT = Uet.PDS_AT - UdpHeader.BYTES;
  private static final int FIRST = 100;
  private static final int ALL_FLAGS = 0x7f;

  private final ControlQueue queue = new ControlQueue();
  private final OutgoingFrame out = new OutgoingFrame();
  private final FrameWriter writer = new FrameWriter(SELF, TransportSettings.DEFAULT);
  private final ReceiveConnection connection = connection(4);
  private long nowPs = 5_000_000;

  private ReceiveConnection connection(int id) {
    return new ReceiveConnection(
        id, 1000 + id, PEER, writer.controlHeaders(PEER), new CreditSender(), FIRST, 0);
  }

  private byte[] poll(FrameWriter with) {
    assertThat(queue.poll(nowPs, out, with)).isTrue();
    return out.header();
  }

  private byte[] poll() {
    return poll(writer);
  }

  private static int entropy(byte[] frame) {
    return UdpHeader.sourcePort(frame, UDP_AT);
  }

  private static int answered(byte[] frame) {
    return PdsAck.cumulativePsn(frame, Uet.PDS_AT) + PdsAck.ackPsnOffset(frame, Uet.PDS_AT);
  }

  @Test
  void anEmptyQueueHasNothingToSend() {
    assertThat(queue.poll(nowPs, out, writer)).isFalse();
    queue.credit(connection);
    poll();
    assertThat(queue.size()).isZero();
    assertThat(queue.poll(nowPs, out, writer)).isFalse();
  }

  @Test
  void anAcknowledgementNamesItsPacketItsPathAndItsFlags() {
    queue.acknowledge(connection, FIRST + 3, 0xfedc, ALL_FLAGS);
    byte[] frame = poll();
    assertThat(Uet.type(frame, Uet.PDS_AT)).isEqualTo(Uet.ACK_CC);
    assertThat(answered(frame)).isEqualTo(FIRST + 3);
    assertThat(entropy(frame)).isEqualTo(0xfedc);
    assertThat(Uet.flags(frame, Uet.PDS_AT))
        .isEqualTo(Uet.FLAG_MARKED | Uet.FLAG_RETX | Uet.FLAG_PROBE);
    assertThat(PdsAck.sourcePdc(frame, Uet.PDS_AT)).isEqualTo(4);
    assertThat(PdsAck.destinationPdc(frame, Uet.PDS_AT)).isEqualTo(1004);
  }

  @Test
  void anAcknowledgementSaysWhatHasArrivedUntilItLeaves() {
    queue.acknowledge(connection, FIRST, 7, 0);
    connection.accept(FIRST, 100);
    connection.accept(FIRST + 1, 100);
    byte[] frame = poll();
    assertThat(PdsAck.cumulativePsn(frame, Uet.PDS_AT)).isEqualTo(FIRST + 1);
    assertThat(answered(frame)).isEqualTo(FIRST);
    assertThat(Uet.flags(frame, Uet.PDS_AT)).isZero();
  }

  @Test
  void withStandardHeadersItSaysOfTheMessageWhatItWasGiven() {
    FrameWriter standard =
        new FrameWriter(SELF, Pair.with(TransportSettings.DEFAULT, "ses", "standard"));
    queue.acknowledge(connection, FIRST, 7, 0, FrameWriter.response(9, 2_500));
    queue.acknowledge(connection, FIRST, 7, 0);
    int at = Uet.PDS_AT + PdsAck.BYTES;
    byte[] frame = poll(standard);
    assertThat(SesResponse.isAboutMessage(frame, at)).isTrue();
    assertThat(SesResponse.messageId(frame, at)).isEqualTo(9);
    assertThat(SesResponse.messageBytes(frame, at)).isEqualTo(2_500);
    assertThat(SesResponse.isAboutMessage(poll(standard), at)).isFalse();
  }

  @Test
  void aCreditSaysWhatHasBeenGrantedUntilItLeaves() {
    connection.accept(FIRST, 100);
    queue.credit(connection);
    connection.credit().want(CreditAccount.toWire(10_240));
    PullQueue<CreditAccount> pulls =
        new PullQueue<>(new PullRate(Pair.PATH.linkBps(), 1024), new SplittableRandom(1));
    pulls.add(connection.credit(), 0);
    assertThat(pulls.poll(10_000_000)).isSameAs(connection.credit());
    byte[] frame = poll();
    assertThat(Uet.type(frame, Uet.PDS_AT)).isEqualTo(Uet.CTRL);
    assertThat(Uet.next(frame, Uet.PDS_AT)).isEqualTo(PdsControl.CREDIT);
    assertThat(PdsControl.payload(frame, Uet.PDS_AT))
        .isPositive()
        .isEqualTo(CreditAccount.toWire(connection.credit().grantedBytes()));
    assertThat(PdsControl.psn(frame, Uet.PDS_AT)).isEqualTo(FIRST);
    assertThat(PdsControl.sourcePdc(frame, Uet.PDS_AT)).isEqualTo(4);
    assertThat(PdsControl.destinationPdc(frame, Uet.PDS_AT)).isEqualTo(1004);
  }

  @Test
  void aNackNamesItsReasonAndOfAKnownConnectionWhatHasArrived() {
    connection.accept(FIRST + 8, 100);
    queue.refuse(connection, FIRST + 5, 0xfedc, ALL_FLAGS, PdsNack.EXPERIMENTAL_FATAL);
    byte[] frame = poll();
    assertThat(Uet.type(frame, Uet.PDS_AT)).isEqualTo(Uet.NACK);
    assertThat(PdsNack.code(frame, Uet.PDS_AT)).isEqualTo(PdsNack.EXPERIMENTAL_FATAL);
    assertThat(PdsNack.psn(frame, Uet.PDS_AT)).isEqualTo(FIRST + 5);
    assertThat(PdsNack.payload(frame, Uet.PDS_AT)).isEqualTo(FIRST + 9);
    assertThat(entropy(frame)).isEqualTo(0xfedc);
    assertThat(Uet.flags(frame, Uet.PDS_AT)).isEqualTo(Uet.FLAG_MARKED | Uet.FLAG_RETX);
  }

  @Test
  void aNackToAStrangerSaysOfNoPacketThatItArrived() {
    Stranger stranger = new Stranger(ReceiveConnections.NONE, 77, writer.controlHeaders(PEER));
    queue.refuse(stranger, 5, 7, 0, PdsNack.INVALID_DESTINATION_PDC);
    byte[] frame = poll();
    assertThat(Uet.type(frame, Uet.PDS_AT)).isEqualTo(Uet.NACK);
    assertThat(PdsNack.code(frame, Uet.PDS_AT)).isEqualTo(PdsNack.INVALID_DESTINATION_PDC);
    assertThat(PdsNack.destinationPdc(frame, Uet.PDS_AT)).isEqualTo(77);
    assertThat(PdsNack.payload(frame, Uet.PDS_AT)).isZero();
  }

  /** Eight is what there is room for at first; six have left by the time that it is full. */
  @Test
  void answersLeaveInOrderAsTheQueueGoesRoundAndGrows() {
    List<Integer> left = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      queue.acknowledge(connection(i), FIRST + i, i, 0);
    }
    for (int i = 0; i < 6; i++) {
      left.add(PdsAck.sourcePdc(poll(), Uet.PDS_AT));
    }
    for (int i = 6; i < 40; i++) {
      queue.acknowledge(connection(i), FIRST + i, i, 0);
    }
    assertThat(queue.size()).isEqualTo(34);
    for (int i = 6; i < 40; i++) {
      byte[] frame = poll();
      left.add(PdsAck.sourcePdc(frame, Uet.PDS_AT));
      assertThat(answered(frame)).isEqualTo(FIRST + i);
      assertThat(entropy(frame)).isEqualTo(i);
    }
    assertThat(left).isSorted().doesNotHaveDuplicates().hasSize(40);
    assertThat(queue.size()).isZero();
  }

  /** One after the other, with a NACK between that has no room for it. */
  @Test
  void anAcknowledgementSaysHowLongItsPacketWasHere() {
    long[] arrivals = {1_000_000, 1_500_000, 4_872_000, 4_872_001, nowPs};
    for (long arrivedPs : arrivals) {
      queue.arrived(arrivedPs);
      if (arrivedPs == 1_500_000) {
        queue.refuse(connection, FIRST, 7, 0, PdsNack.TRIMMED);
      } else {
        queue.acknowledge(connection, FIRST, 7, 0);
      }
    }
    assertThat(PdsAck.servicePs(poll(), Uet.PDS_AT)).isEqualTo(31 * 128_000);
    assertThat(Uet.type(poll(), Uet.PDS_AT)).isEqualTo(Uet.NACK);
    assertThat(PdsAck.servicePs(poll(), Uet.PDS_AT)).isEqualTo(128_000);
    assertThat(PdsAck.servicePs(poll(), Uet.PDS_AT)).isZero();
    nowPs += 9_000_000_000L;
    assertThat(PdsAck.servicePs(poll(), Uet.PDS_AT)).isEqualTo(0xffff * 128_000L);
  }

  @Test
  void whereNothingIsNotedItSaysNothingOfThat() {
    queue.acknowledge(connection, FIRST, 7, 0);
    assertThat(PdsAck.servicePs(poll(), Uet.PDS_AT)).isZero();
  }
}
