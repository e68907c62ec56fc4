package io.smartt.host.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.host.congestion.CongestionController;
import io.smartt.host.settings.RecordSettings;
import io.smartt.host.transport.PayloadSink.PayloadTarget;
import io.smartt.host.transport.TransportCounters.DropReason;
import io.smartt.host.wire.PdsAck;
import io.smartt.host.wire.PdsControl;
import io.smartt.host.wire.PdsNack;
import io.smartt.host.wire.PdsRequest;
import io.smartt.host.wire.Uet;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of a connection's life, frame by frame: it begins, closes, fails and comes again. */
class ConnectionLifeTest {
  private static final TransportSettings SETTINGS =
      RecordSettings.with(TransportSettings.DEFAULT, "max-payload-bytes", "1000");
  private static final long US = 1_000_000;

  private final Pair pair = new Pair(SETTINGS, (rtt, link, mtu) -> wide(), 1);

  /** A window that never limits. */
  private static CongestionController wide() {
    return new GivenWindow(() -> 1L << 40);
  }

  private byte[] answer(byte[] frame) {
    pair.deliver(pair.b, frame);
    return pair.take(pair.b);
  }

  private static int type(byte[] frame) {
    return Uet.type(frame, Uet.PDS_AT);
  }

  /** A connection that has delivered one message. */
  private int used() {
    int connection = pair.open();
    pair.send(connection, 1000);
    pair.deliver(pair.a, answer(pair.take(pair.a)));
    assertThat(pair.completed).hasSize(1);
    return connection;
  }

  /** A copy of a frame of which the first packet number is another. */
  private static byte[] withPsn(byte[] frame, int psn) {
    byte[] copy = frame.clone();
    PdsRequest.write(
        copy,
        Uet.PDS_AT,
        Uet.RUD_REQ,
        Uet.next(frame, Uet.PDS_AT),
        Uet.flags(frame, Uet.PDS_AT),
        ByteBuffer.wrap(frame).getShort(Uet.PDS_AT + 2),
        psn,
        PdsRequest.sourcePdc(frame, Uet.PDS_AT),
        PdsRequest.destinationPdc(frame, Uet.PDS_AT));
    return copy;
  }

  /**
   * Of the same seed, an endpoint's successor draws the same packet numbers: with connections of
   * the same numbers too, what the first one sent late is taken for the second one's.
   */
  @Test
  void anEndpointThatComesAfterAnotherBeginsWithOtherNumbers() {
    pair.send(pair.open(), 5000);
    pair.take(pair.a);
    pair.take(pair.a);
    byte[] late = pair.take(pair.a);

    Pair same = new Pair(SETTINGS, (rtt, link, mtu) -> wide(), 1);
    same.deliver(same.b, late);
    same.send(same.open(), 3000);
    same.run(50_000 * US);
    assertThat(same.finished).as("its last packet, for which the late one is taken").isEmpty();

    Pair other = new Pair(SETTINGS, (rtt, link, mtu) -> wide(), 1);
    other.a.share(new NumberShare(0, 1, 77));
    other.deliver(other.b, late);
    other.send(other.open(), 3000);
    other.run(50_000 * US);
    assertThat(other.finished.values()).containsExactly(3000L);
  }

  @Test
  void synIsInThePacketsUntilTheFirstAnswerAndCostsNoRoundTrip() {
    int connection = pair.open();
    pair.send(connection, 3000);
    List<byte[]> frames = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      frames.add(pair.take(pair.a));
    }
    pair.deliver(pair.a, answer(frames.get(1)));
    frames.add(pair.take(pair.a));
    assertThat(frames)
        .extracting(frame -> Uet.flags(frame, Uet.PDS_AT) & Uet.FLAG_SYN)
        .containsExactly(Uet.FLAG_SYN, Uet.FLAG_SYN, 0);
    pair.deliver(pair.b, frames.get(2));
    pair.deliver(pair.b, frames.get(0));
    assertThat(pair.b.counters().bytesVerified()).as("in any order").isEqualTo(3000);
  }

  @Test
  void closeIsAPacketOfItsOwnAndIsAcknowledged() {
    int connection = used();
    pair.a.close(pair.nowPs, connection);
    byte[] close = pair.take(pair.a);
    assertThat(type(close)).isEqualTo(Uet.CTRL);
    assertThat(Uet.next(close, Uet.PDS_AT)).isEqualTo(PdsControl.CLOSE);
    byte[] ack = answer(close);
    assertThat(type(ack)).isEqualTo(Uet.ACK_CC);
    assertThat(PdsAck.cumulativePsn(ack, Uet.PDS_AT)).isEqualTo(PdsControl.psn(close, Uet.PDS_AT));
    pair.deliver(pair.a, ack);
    assertThat(pair.closed).containsExactly(connection);
    assertThat(pair.a.nextDeadlinePs()).isEqualTo(Long.MAX_VALUE);
    assertThatThrownBy(() -> pair.a.send(0, connection, 1, PayloadSource.COUNTED))
        .hasMessage("connection " + connection + " is not open");
  }

  @Test
  void closeWaitsForWhatWasSent() {
    int connection = pair.open();
    pair.send(connection, 2000);
    pair.a.close(pair.nowPs, connection);
    byte[] first = pair.take(pair.a);
    byte[] second = pair.take(pair.a);
    assertThat(pair.take(pair.a)).isEmpty();
    assertThatThrownBy(() -> pair.a.send(0, connection, 1, PayloadSource.COUNTED))
        .hasMessage("connection " + connection + " is closing, it takes no messages");
    pair.deliver(pair.a, answer(first));
    assertThat(pair.take(pair.a)).isEmpty();
    pair.deliver(pair.a, answer(second));
    assertThat(type(pair.take(pair.a))).isEqualTo(Uet.CTRL);
  }

  @Test
  void connectionNeverUsedClosesWithoutAWord() {
    int connection = pair.open();
    pair.a.close(pair.nowPs, connection);
    assertThat(pair.closed).containsExactly(connection);
    assertThat(pair.take(pair.a)).isEmpty();
  }

  @Test
  void lostAcknowledgementOfACloseIsRepeated() {
    int connection = used();
    pair.a.close(pair.nowPs, connection);
    answer(pair.take(pair.a));
    pair.nowPs = pair.a.nextDeadlinePs();
    assertThat(pair.nowPs).as("seven base RTTs").isEqualTo(70 * US);
    pair.a.onDeadline(pair.nowPs);
    pair.deliver(pair.a, answer(pair.take(pair.a)));
    assertThat(pair.closed).containsExactly(connection);
  }

  @Test
  void closeThatNobodyAnswersIsGivenUp() {
    int connection = used();
    pair.a.close(pair.nowPs, connection);
    int sent = 0;
    while (pair.closed.isEmpty()) {
      assertThat(pair.take(pair.a)).hasSize(58);
      sent++;
      pair.nowPs = pair.a.nextDeadlinePs();
      pair.a.onDeadline(pair.nowPs);
    }
    assertThat(sent).isEqualTo(8);
    assertThat(pair.closed).containsExactly(connection);
  }

  @Test
  void latePacketOfAClosedConnectionDoesNotOpenItAgain() {
    int connection = pair.open();
    pair.send(connection, 1000);
    byte[] data = pair.take(pair.a);
    pair.deliver(pair.a, answer(data));
    pair.a.close(pair.nowPs, connection);
    pair.deliver(pair.a, answer(pair.take(pair.a)));
    pair.deliver(pair.b, data);
    assertThat(pair.b.drops(DropReason.CLOSED_CONNECTION)).isEqualTo(1);
    assertThat(pair.take(pair.b)).isEmpty();
    assertThat(pair.b.counters().bytesDelivered()).isEqualTo(1000);
    assertThat(pair.bytesPlacedTwice).isZero();
  }

  @Test
  void closeWithPacketsMissingIsRefused() {
    int connection = used();
    pair.a.close(pair.nowPs, connection);
    byte[] close = pair.take(pair.a);
    byte[] early = close.clone();
    early[Uet.PDS_AT + 7] += (byte) 1;
    pair.deliver(pair.b, early);
    assertThat(pair.b.drops(DropReason.OUTSIDE_WINDOW)).isEqualTo(1);
    assertThat(pair.take(pair.b)).isEmpty();
    assertThat(answer(close)).hasSize(74);
  }

  @Test
  void numbersOfClosedConnectionsAreGivenOutAgainAndTheirLatePacketsRefused() {
    int connection = pair.open();
    pair.send(connection, 1000);
    byte[] old = pair.take(pair.a);
    pair.deliver(pair.a, answer(old));
    pair.a.close(pair.nowPs, connection);
    pair.deliver(pair.a, answer(pair.take(pair.a)));
    // The numbers go round once, each connection closed before the next is opened.
    for (int i = 1; i < 1 << 16; i++) {
      pair.a.close(pair.nowPs, pair.open());
    }
    int again = pair.open();
    assertThat(again).isEqualTo(connection);
    pair.send(again, 1500);
    byte[] fresh = pair.take(pair.a);
    byte[] rest = pair.take(pair.a);
    byte[] ack = answer(fresh);
    pair.deliver(pair.b, old);
    assertThat(pair.b.drops(DropReason.UNKNOWN_CONNECTION)).isEqualTo(1);
    assertThat(pair.take(pair.b)).isEmpty();
    pair.deliver(pair.a, ack);
    pair.deliver(pair.a, answer(rest));
    assertThat(pair.completed).hasSize(2);
    assertThat(pair.b.counters().bytesVerified()).isEqualTo(2500);
  }

  @Test
  void packetNumbersWrapAround() {
    Pair wrapping = new Pair(SETTINGS, (rtt, link, mtu) -> wide(), () -> -3L);
    int connection = wrapping.open();
    long one = wrapping.send(connection, 5500);
    byte[] first = wrapping.take(wrapping.a);
    assertThat(PdsRequest.psn(first, Uet.PDS_AT)).isEqualTo(-1);
    wrapping.deliver(wrapping.b, first);
    wrapping.run(1000 * US);
    long two = wrapping.send(connection, 300_000);
    wrapping.run(2000 * US);
    assertThat(wrapping.completed).containsExactly(one, two);
    assertThat(wrapping.b.counters().bytesVerified()).isEqualTo(305_500);
  }

  @Test
  void peerThatKnowsNoSuchConnectionSaysSoAndTheConnectionFails() {
    int connection = used();
    pair.send(connection, 1000);
    byte[] data = pair.take(pair.a);
    Pair other = new Pair(SETTINGS, 2);
    other.deliver(other.b, data);
    assertThat(other.b.drops(DropReason.UNKNOWN_CONNECTION)).isEqualTo(1);
    byte[] nack = other.take(other.b);
    assertThat(PdsNack.code(nack, Uet.PDS_AT)).isEqualTo(PdsNack.INVALID_DESTINATION_PDC);
    pair.deliver(pair.a, nack);
    assertThat(pair.failed)
        .containsEntry(connection, TransportListener.ConnectionFailure.UNKNOWN_TO_PEER);
    assertThat(pair.a.nextDeadlinePs()).isEqualTo(Long.MAX_VALUE);
    assertThat(pair.take(pair.a)).isEmpty();
    assertThatThrownBy(() -> pair.a.connectionOf(1)).hasMessageStartingWith("no message");
  }

  @Test
  void forgedNackWithAnotherPacketNumberDoesNotFailTheConnection() {
    int connection = used();
    pair.send(connection, 1000);
    Pair other = new Pair(SETTINGS, 2);
    other.deliver(other.b, withPsn(pair.take(pair.a), 12345));
    pair.deliver(pair.a, other.take(other.b));
    assertThat(pair.failed).isEmpty();
    assertThat(pair.a.drops(DropReason.OUTSIDE_WINDOW)).isEqualTo(1);
  }

  @Test
  void strangersAreAnsweredOnlySoOften() {
    used();
    pair.send(0, 1000);
    byte[] data = pair.take(pair.a);
    Pair other = new Pair(SETTINGS, 2);
    for (int i = 0; i < 1000; i++) {
      other.deliver(other.b, data);
    }
    int answers = 0;
    while (other.take(other.b).length > 0) {
      answers++;
    }
    assertThat(answers).isEqualTo(64);
    assertThat(other.b.drops(DropReason.UNKNOWN_CONNECTION)).isEqualTo(1000);
  }

  /** 70, 140 and 280 us where it doubles: the third timeout is the first past 300 us. */
  @ParameterizedTest
  @CsvSource({"0, 5", "6, 3"})
  void silenceFailsTheConnectionAfterTheTimeToGiveUp(String maxBackoff, int times) {
    TransportSettings impatient =
        Pair.with(
            RecordSettings.with(SETTINGS, "give-up-ps", "300000000"), "max-backoff", maxBackoff);
    Pair quiet = new Pair(impatient, 1);
    int connection = quiet.open();
    quiet.send(connection, 1000);
    int sent = 0;
    while (quiet.failed.isEmpty()) {
      assertThat(quiet.take(quiet.a)).isNotEmpty();
      sent++;
      quiet.nowPs = quiet.a.nextDeadlinePs();
      quiet.a.onDeadline(quiet.nowPs);
    }
    assertThat(sent).isEqualTo(times);
    assertThat(quiet.failed)
        .containsEntry(connection, TransportListener.ConnectionFailure.NO_ANSWER);
  }

  @Test
  void receiverThatIsOutOfConnectionsOrOfRoomIsTriedAgain() {
    int connection = used();
    pair.b.payloadSink((source, message) -> Optional.empty());
    pair.send(connection, 1000);
    byte[] nack = answer(pair.take(pair.a));
    assertThat(PdsNack.code(nack, Uet.PDS_AT)).isEqualTo(PdsNack.NO_PACKET_BUFFER);
    assertThat(pair.b.drops(DropReason.NO_ROOM)).isEqualTo(1);
    pair.deliver(pair.a, nack);
    assertThat(pair.take(pair.a)).isEmpty();
    pair.nowPs = pair.a.nextDeadlinePs();
    assertThat(pair.nowPs).as("a quarter of the timeout").isEqualTo(70 * US / 4);
    pair.a.onDeadline(pair.nowPs);
    pair.takeNothingAmiss();
    pair.deliver(pair.a, answer(pair.take(pair.a)));
    assertThat(pair.completed).hasSize(2);
  }

  @Test
  void whatASilentPeerLeftIncompleteMakesRoomForOthers() {
    int[] held = new int[1];
    pair.b.payloadSink((source, message) -> Optional.of(new OnlyOne(held)));
    pair.send(pair.open(), 9000);
    pair.deliver(pair.a, answer(pair.take(pair.a)));
    assertThat(held[0]).as("a message whose other packets never come").isOne();

    pair.send(pair.open(), 100);
    deliverShort();
    assertThat(pair.b.drops(DropReason.NO_ROOM)).isOne();
    assertThat(held[0]).isOne();

    pair.nowPs += SETTINGS.forgetSilentPs();
    pair.a.onDeadline(pair.nowPs);
    deliverShort();
    assertThat(pair.finished).containsValue(100L);
    assertThat(held[0]).isZero();
  }

  /** Loses the packets of long messages. */
  private void deliverShort() {
    for (byte[] frame = pair.take(pair.a); frame.length > 0; frame = pair.take(pair.a)) {
      if (frame.length < 500) {
        pair.deliver(pair.b, frame);
      }
    }
  }

  /** A target of a sink with room for one. */
  private static final class OnlyOne implements PayloadTarget {
    private final int[] held;
    private boolean holds;

    OnlyOne(int[] held) {
      this.held = held;
    }

    @Override
    public boolean hasRoom(long end) {
      if (!holds && held[0] == 0) {
        holds = true;
        held[0]++;
      }
      return holds;
    }

    @Override
    public boolean place(long messageOffset, byte[] bytes, int offset, int length) {
      return true;
    }

    @Override
    public void complete(long nowPs, long sizeBytes) {
      abandon();
    }

    @Override
    public void abandon() {
      held[0] -= holds ? 1 : 0;
      holds = false;
    }
  }
}
