package io.smartt.host.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.host.congestion.CongestionController;
import io.smartt.host.pathing.PathSelector;
import io.smartt.host.settings.RecordSettings;
import io.smartt.host.transport.TransportCounters.DropReason;
import io.smartt.host.wire.Ipv4Header;
import io.smartt.host.wire.PdsAck;
import io.smartt.host.wire.PdsControl;
import io.smartt.host.wire.PdsNack;
import io.smartt.host.wire.PdsRequest;
import io.smartt.host.wire.SesSmallRequest;
import io.smartt.host.wire.Uet;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of acknowledgements and NACKs: when packets are answered, and how senders react. */
class AnswersTest {
  private static final TransportSettings SETTINGS =
      RecordSettings.with(TransportSettings.DEFAULT, "max-payload-bytes", "1000");
  private static final TransportSettings EVERY_FOUR = Pair.with(SETTINGS, "ack-every-packets", "4");
  private static final int FRAME = 1074;

  /** A window that a test sets. */
  private static final class Fixed implements CongestionController {
    long window = 1L << 40;
    final List<String> seen = new ArrayList<>();
    boolean timed;

    @Override
    public void onAck(long now, int bytes, long rtt, boolean ecn, long inFlight) {
      timed = rtt != RTT_UNKNOWN;
      seen.add("ack " + bytes + (ecn ? " ecn" : ""));
    }

    @Override
    public void onDestination(int penalty, boolean restore, int bytes, long inFlight) {
      seen.add("destination " + penalty + " " + bytes);
    }

    @Override
    public void onTrim(long now, int bytes, long inFlight) {
      seen.add("trim " + bytes);
    }

    @Override
    public void onTimeout(long now, int bytes, long inFlight) {
      seen.add("timeout " + bytes);
    }

    @Override
    public long windowBytes() {
      return window;
    }
  }

  private final Fixed congestion = new Fixed();

  private Pair pair(TransportSettings settings) {
    return new Pair(settings, (rtt, link, mtu) -> congestion, 1);
  }

  private static List<byte[]> takeAll(Pair pair, TransportEndpoint from) {
    List<byte[]> frames = new ArrayList<>();
    for (byte[] frame = pair.take(from); frame.length > 0; frame = pair.take(from)) {
      frames.add(frame);
    }
    return frames;
  }

  /** Delivers a frame; whether b answers. */
  private static boolean answers(Pair pair, byte[] frame) {
    pair.deliver(pair.b, frame);
    return pair.take(pair.b).length > 0;
  }

  /** Frames of a connection whose first packet has been acknowledged. */
  private static List<byte[]> established(Pair pair, int packets) {
    int connection = pair.open();
    pair.send(connection, 1000L * (packets + 1));
    byte[] first = pair.take(pair.a);
    pair.deliver(pair.b, first);
    pair.deliver(pair.a, pair.take(pair.b));
    return takeAll(pair, pair.a);
  }

  private static void mark(byte[] frame) {
    Pair.rewrite(frame, TransportSettings.DEFAULT.dataDscp(), Ipv4Header.CE, frame.length - 14);
  }

  @Test
  void everyFourthPacketIsAcknowledgedAndTheFirst() {
    Pair pair = pair(EVERY_FOUR);
    pair.send(pair.open(), 20_000);
    List<Boolean> answered =
        takeAll(pair, pair.a).stream().limit(9).map(frame -> answers(pair, frame)).toList();
    assertThat(answered)
        .containsExactly(true, false, false, false, true, false, false, false, true);
  }

  @Test
  void acknowledgementOfFourSpeaksForAll() {
    Pair pair = pair(EVERY_FOUR);
    List<byte[]> frames = established(pair, 19);
    congestion.seen.clear();
    frames.subList(0, 4).forEach(frame -> pair.deliver(pair.b, frame));
    pair.deliver(pair.a, pair.take(pair.b));
    assertThat(congestion.seen).containsExactly("ack " + 4 * FRAME);
  }

  /** Whether the acknowledgement of a packet that was trimmed so many times tells its RTT. */
  private boolean tellsRttAfter(int trims, TransportSettings settings) {
    Pair pair = pair(settings);
    byte[] frame = established(pair, 1).getFirst();
    for (int i = 0; i < trims; i++) {
      pair.deliver(pair.b, Pair.trim(frame, true));
      pair.deliver(pair.a, pair.take(pair.b));
      frame = pair.take(pair.a);
    }
    pair.deliver(pair.b, frame);
    pair.deliver(pair.a, pair.take(pair.b));
    return congestion.timed;
  }

  @Test
  void packetsSentTooOftenTellNoRoundTripTime() {
    TransportSettings twice = Pair.with(SETTINGS, "rtt-transmissions", "2");
    assertThat(tellsRttAfter(0, twice)).isTrue();
    assertThat(tellsRttAfter(1, twice)).isTrue();
    assertThat(tellsRttAfter(2, twice)).isFalse();
    assertThat(tellsRttAfter(2, SETTINGS)).as("no limit by itself").isTrue();
  }

  @Test
  void bytesCountToo() {
    Pair pair = pair(Pair.with(SETTINGS, "ack-every-packets", "100"));
    Pair bytes = pair(Pair.with(EVERY_FOUR, "ack-every-bytes", "2000"));
    assertThat(established(pair, 10).stream().limit(9).map(frame -> answers(pair, frame)))
        .containsOnly(false);
    assertThat(established(bytes, 10).stream().limit(4).map(frame -> answers(bytes, frame)))
        .containsExactly(false, true, false, true);
  }

  @Test
  void markedOutOfOrderDuplicateTrimmedAndRetransmittedAreAnsweredAtOnce() {
    Pair pair = pair(EVERY_FOUR);
    List<byte[]> frames = established(pair, 19);
    byte[] marked = frames.get(0).clone();
    mark(marked);
    assertThat(answers(pair, marked)).as("marked").isTrue();
    assertThat(answers(pair, frames.get(0))).as("duplicate").isTrue();
    assertThat(answers(pair, frames.get(1))).as("plain").isFalse();
    assertThat(answers(pair, frames.get(3))).as("out of order").isTrue();
    assertThat(answers(pair, Pair.trim(frames.get(2), true))).as("trimmed").isTrue();
    byte[] again = frames.get(2).clone();
    again[Uet.PDS_AT + 1] |= (byte) Uet.FLAG_RETX;
    assertThat(answers(pair, again)).as("sent again").isTrue();
    assertThat(answers(pair, frames.get(4))).as("plain").isFalse();
  }

  @Test
  void outOfOrderMayWaitToo() {
    Pair pair = pair(Pair.with(EVERY_FOUR, "ack-out-of-order-at-once", "false"));
    List<byte[]> frames = established(pair, 19);
    assertThat(answers(pair, frames.get(5))).isFalse();
    assertThat(answers(pair, frames.get(3))).isFalse();
    assertThat(answers(pair, frames.get(1))).isFalse();
    assertThat(answers(pair, frames.get(7))).isTrue();
  }

  @Test
  void whatAskedAndCameTooEarlyIsAnsweredAgainWhenTheGapsAreFilled() {
    Pair pair = pair(Pair.with(EVERY_FOUR, "ack-out-of-order-at-once", "false"));
    congestion.window = 3L * FRAME;
    int connection = pair.open();
    pair.send(connection, 1000);
    pair.deliver(pair.b, pair.take(pair.a));
    pair.deliver(pair.a, pair.take(pair.b));
    pair.send(connection, 6000);
    List<byte[]> frames = takeAll(pair, pair.a);
    assertThat(answers(pair, frames.get(2))).as("asks").isTrue();
    assertThat(answers(pair, frames.get(1))).as("leaves a gap").isFalse();
    assertThat(answers(pair, frames.get(0))).as("fills it").isTrue();
    pair.deliver(pair.b, frames.get(0));
    assertThat(pair.take(pair.b)).as("duplicate").isNotEmpty();
  }

  @Test
  void senderAsksForAnAnswerWhenItCannotGoOn() {
    Pair pair = pair(EVERY_FOUR);
    congestion.window = 3L * FRAME;
    int connection = pair.open();
    pair.send(connection, 5000);
    List<byte[]> frames = takeAll(pair, pair.a);
    assertThat(frames)
        .extracting(frame -> Uet.flags(frame, Uet.PDS_AT) & Uet.FLAG_ACK_REQUEST)
        .as("the last of the window")
        .containsExactly(0, 0, Uet.FLAG_ACK_REQUEST);
    assertThat(frames.stream().map(frame -> answers(pair, frame)))
        .containsExactly(true, false, true);
  }

  @Test
  void exchangesWithFewAcknowledgementsComplete() {
    Pair pair = pair(Pair.with(EVERY_FOUR, "ack-out-of-order-at-once", "false"));
    pair.faults = new Pair.Faults(0.1, 0.1, 0.1, 0.05, 0, 10_000_000);
    congestion.window = 20L * FRAME;
    int connection = pair.open();
    for (int i = 0; i < 20; i++) {
      pair.send(connection, 30_000);
    }
    pair.run(Long.MAX_VALUE / 2);
    assertThat(pair.allDelivered()).isTrue();
    assertThat(pair.a.counters().acksReceived())
        .isLessThan(pair.a.counters().dataFramesSent() * 3 / 4);
  }

  @Test
  void messagesInTurnLeaveAPacketEach() {
    Pair pair = pair(Pair.with(SETTINGS, "messages-in-turn", "true"));
    int connection = pair.open();
    long one = pair.send(connection, 3500);
    long two = pair.send(connection, 1500);
    long three = pair.send(connection, 500);
    List<byte[]> frames = takeAll(pair, pair.a);
    assertThat(frames)
        .extracting(frame -> SesSmallRequest.messageId(frame, 54))
        .containsExactly(one, two, three, one, two, one, one);
    // In any order of arrival.
    for (int i : new int[] {6, 1, 0, 4, 2, 5, 3}) {
      pair.deliver(pair.b, frames.get(i));
      pair.deliver(pair.a, pair.take(pair.b));
    }
    assertThat(pair.completed).containsExactly(two, three, one);
    assertThat(pair.b.counters().bytesVerified()).isEqualTo(5500);
    assertThat(pair.bytesPlacedTwice).isZero();
  }

  @Test
  void retransmissionsLeaveBeforeNewDataWhoseverTheyAre() {
    Pair pair = pair(Pair.with(SETTINGS, "messages-in-turn", "true"));
    congestion.window = 2L * FRAME;
    int connection = pair.open();
    long one = pair.send(connection, 3000);
    long two = pair.send(connection, 3000);
    List<byte[]> frames = takeAll(pair, pair.a);
    pair.deliver(pair.b, Pair.trim(frames.get(0), true));
    pair.deliver(pair.a, pair.take(pair.b));
    assertThat(SesSmallRequest.messageId(pair.take(pair.a), 54)).isEqualTo(one);
    assertThat(pair.take(pair.a)).isEmpty();
    assertThat(pair.a.connectionOf(two)).isEqualTo(connection);
  }

  private static byte[] nack(byte[] data, int code, int connectionAtPeer) {
    byte[] frame = new byte[Uet.PDS_AT + PdsNack.BYTES];
    System.arraycopy(data, 0, frame, 0, Uet.PDS_AT);
    Ipv4Header.write(frame, 14, 46, 0, frame.length - 14, Ipv4Header.UDP, Pair.B, Pair.A);
    frame[38] = 0;
    frame[39] = 8 + PdsNack.BYTES;
    PdsNack.write(
        frame,
        Uet.PDS_AT,
        0,
        code,
        PdsRequest.psn(data, Uet.PDS_AT),
        connectionAtPeer,
        PdsRequest.sourcePdc(data, Uet.PDS_AT),
        0);
    return frame;
  }

  @Test
  void otherCodesOfNacks() {
    Pair pair = pair(SETTINGS);
    List<byte[]> frames = established(pair, 9);
    congestion.seen.clear();
    pair.deliver(pair.a, nack(frames.get(0), PdsNack.TRIMMED_LASTHOP, 0));
    pair.deliver(pair.a, nack(frames.get(1), PdsNack.PACKET_NOT_RECEIVED, 0));
    pair.deliver(pair.a, nack(frames.get(2), PdsNack.RECEIVER_INFERS_LOSS, 0));
    assertThat(congestion.seen).containsExactly("trim 1074", "trim 1074", "trim 1074");
    assertThat(takeAll(pair, pair.a)).hasSize(3);
    assertThat(pair.a.counters().trimsNotified()).isEqualTo(1);
    pair.deliver(pair.a, nack(frames.get(3), PdsNack.NO_PDC_AVAILABLE, 0));
    assertThat(takeAll(pair, pair.a)).as("later").isEmpty();
    pair.deliver(pair.a, nack(frames.get(3), PdsNack.TRIMMED_ACK, 0));
    assertThat(pair.a.drops(DropReason.UNSUPPORTED)).isEqualTo(1);
    pair.deliver(pair.a, nack(frames.get(3), PdsNack.TRIMMED, 9));
    assertThat(pair.a.drops(DropReason.UNKNOWN_CONNECTION)).isEqualTo(1);
  }

  /** What is left of a frame that a switch trimmed. */
  private static byte[] trimmed(byte[] frame, int dscp, int ecn) {
    byte[] head = Pair.trim(frame, true);
    Pair.rewrite(head, dscp, ecn, head.length - 14);
    return head;
  }

  @Test
  void aTrimIsAnsweredByTheCodeOfItsPlace() {
    Pair pair = pair(SETTINGS);
    List<byte[]> frames = established(pair, 9);
    TransportSettings dscp = TransportSettings.DEFAULT;
    pair.deliver(pair.b, trimmed(frames.get(0), dscp.trimmedDscp(), Ipv4Header.ECT_0));
    pair.deliver(pair.b, trimmed(frames.get(1), dscp.lastHopTrimmedDscp(), Ipv4Header.ECT_0));
    pair.deliver(pair.b, trimmed(frames.get(2), dscp.lastHopTrimmedDscp(), Ipv4Header.CE));
    List<byte[]> nacks = takeAll(pair, pair.b);
    assertThat(nacks)
        .extracting(frame -> PdsNack.code(frame, Uet.PDS_AT))
        .containsExactly(PdsNack.TRIMMED, PdsNack.TRIMMED_LASTHOP, PdsNack.TRIMMED_LASTHOP);
    assertThat(nacks)
        .extracting(frame -> Uet.flags(frame, Uet.PDS_AT) & Uet.FLAG_MARKED)
        .containsExactly(0, 0, Uet.FLAG_MARKED);
    nacks.forEach(nack -> pair.deliver(pair.a, nack));
    assertThat(pair.a.counters().trimsNotified()).isEqualTo(3);
  }

  /** Delivers frames one after the other; what b answers to each. */
  private static List<byte[]> answersToEach(Pair pair, List<byte[]> frames) {
    List<byte[]> answers = new ArrayList<>();
    for (byte[] frame : frames) {
      pair.deliver(pair.b, frame);
      answers.addAll(takeAll(pair, pair.b));
    }
    return answers;
  }

  /** UE 1.0, Sec. 3.6.13.9: 1000 bytes of payload have a UDP length of 1040 and 1080 nominal. */
  @Test
  void acknowledgementsCountNominalBytesInUnitsOf256RoundedUp() {
    Pair pair = pair(SETTINGS);
    List<byte[]> frames = established(pair, 2);
    assertThat(answersToEach(pair, frames))
        .extracting(frame -> ByteBuffer.wrap(frame).getInt(Uet.PDS_AT + 26) & 0xffffff)
        .containsExactly(9, 13);
  }

  /** A host that takes in a tenth of its link, with room for 10 packets of 1000 bytes. */
  @Test
  void aSlowHostAsksForSmallerWindowsAndRefusesWhatItHasNoRoomFor() {
    Pair pair = pair(SETTINGS);
    IntakeSettings slow =
        RecordSettings.with(RecordSettings.defaults(IntakeSettings.class), "rate", "0.1");
    pair.b.limitIntake(slow, Pair.PATH.linkBps(), 10_000);
    List<byte[]> frames = established(pair, 11);
    List<byte[]> answered = answersToEach(pair, frames);
    assertThat(answered.subList(0, 9))
        .extracting(frame -> PdsAck.penalty(frame, Uet.PDS_AT))
        .isSorted()
        .startsWith(0, 21, 42)
        .endsWith(106, 127, 127, 127);
    assertThat(answered.subList(9, 11))
        .extracting(frame -> PdsNack.code(frame, Uet.PDS_AT))
        .containsExactly(PdsNack.NO_PACKET_BUFFER, PdsNack.NO_PACKET_BUFFER);
    assertThat(pair.b.drops(DropReason.NO_ROOM)).isEqualTo(2);
    pair.deliver(pair.a, answered.get(1));
    assertThat(congestion.seen).contains("destination 21 2148");
  }

  /** UE 1.0, Sec. 3.6.12.3: only a mark on the way speaks against the path. */
  @Test
  void aPathIsNotToBlameForTheLastSwitch() {
    List<String> seen = new ArrayList<>();
    PathSelector paths =
        new PathSelector() {
          @Override
          public int nextEntropy(long nowPs) {
            return 7;
          }

          @Override
          public void onAck(long nowPs, int entropy, boolean ecn) {
            seen.add(ecn ? "marked" : "good");
          }

          @Override
          public void onTrim(long nowPs, int entropy) {
            seen.add("trimmed");
          }
        };
    Feedback feedback =
        new Feedback(1, congestion, paths, new TransportCounters(), new TransportListener() {});
    feedback.trimNotified(0, 7);
    feedback.lastHopTrimNotified(0, 7, false);
    feedback.lastHopTrimNotified(0, 7, true);
    assertThat(seen).containsExactly("trimmed", "good", "marked");
  }

  @Test
  void outOfOrderNackOfAnOrderedReceiverSendsAllFromThereAgain() {
    Pair pair = pair(SETTINGS);
    List<byte[]> frames = established(pair, 9);
    pair.deliver(pair.a, nack(frames.get(4), PdsNack.ROD_OUT_OF_ORDER, 0));
    assertThat(takeAll(pair, pair.a))
        .extracting(frame -> PdsRequest.psn(frame, Uet.PDS_AT))
        .containsExactly(
            frames.stream()
                .skip(4)
                .map(f -> PdsRequest.psn(f, Uet.PDS_AT))
                .toArray(Integer[]::new));
    // Those before it have arrived: an ordered receiver has taken them.
    assertThat(congestion.seen).hasSize(2).last().isEqualTo("ack 4296");
  }

  @Test
  void requestForAnAcknowledgementIsAnswered() {
    Pair pair = pair(EVERY_FOUR);
    List<byte[]> frames = established(pair, 9);
    pair.deliver(pair.b, frames.get(0));
    byte[] request = nack(frames.get(0), 0, 0);
    Ipv4Header.write(request, 14, 46, 0, request.length - 14, Ipv4Header.UDP, Pair.A, Pair.B);
    PdsControl.write(
        request,
        Uet.PDS_AT,
        PdsControl.ACK_REQUEST,
        0,
        0,
        PdsRequest.psn(frames.get(0), Uet.PDS_AT),
        PdsRequest.sourcePdc(frames.get(0), Uet.PDS_AT),
        PdsRequest.destinationPdc(frames.get(0), Uet.PDS_AT),
        0);
    pair.deliver(pair.b, request);
    byte[] ack = pair.take(pair.b);
    assertThat(PdsAck.cumulativePsn(ack, Uet.PDS_AT))
        .isEqualTo(PdsRequest.psn(frames.get(0), Uet.PDS_AT));
  }

  @Test
  void typesAndVersionsThatItDoesNotHaveAreCounted() {
    Pair pair = pair(SETTINGS);
    byte[] data = established(pair, 9).get(0);
    for (int type : new int[] {0, 1, 4, 5, 6, 7, 9, 12, 14, 15, 31}) {
      byte[] other = data.clone();
      other[Uet.PDS_AT] = (byte) ((type << 3) | (other[Uet.PDS_AT] & 7));
      pair.deliver(pair.b, other);
    }
    assertThat(pair.b.drops(DropReason.UNSUPPORTED)).isEqualTo(11);
    byte[] version = data.clone();
    version[55] |= 0x40;
    pair.deliver(pair.b, version);
    assertThat(pair.b.drops(DropReason.UNSUPPORTED)).isEqualTo(12);
    byte[] nextHeader = data.clone();
    nextHeader[Uet.PDS_AT] |= 2;
    pair.deliver(pair.b, nextHeader);
    assertThat(pair.b.drops(DropReason.UNSUPPORTED)).isEqualTo(13);
    assertThat(pair.take(pair.b)).isEmpty();
    assertThat(pair.b.counters().bytesDelivered()).isEqualTo(1000);
  }

  @Test
  void messageThatIsTooLongIsRefused() {
    Pair pair = pair(RecordSettings.with(SETTINGS, "max-message-bytes", "1500"));
    int connection = pair.open();
    pair.send(connection, 1501);
    List<byte[]> frames = takeAll(pair, pair.a);
    pair.deliver(pair.b, frames.get(1));
    byte[] nack = pair.take(pair.b);
    assertThat(PdsNack.code(nack, Uet.PDS_AT)).isEqualTo(PdsNack.EXPERIMENTAL_FATAL);
    assertThat(pair.b.drops(DropReason.TOO_LONG)).isEqualTo(1);
    pair.deliver(pair.a, nack);
    assertThat(pair.failed)
        .containsEntry(connection, TransportListener.ConnectionFailure.MESSAGE_REFUSED);
  }
}
