package io.smartt.host.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.host.congestion.CongestionController;
import io.smartt.host.congestion.CongestionScheme;
import io.smartt.host.credit.Eqds;
import io.smartt.host.settings.RecordSettings;
import io.smartt.host.transport.TransportCounters.DropReason;
import io.smartt.host.wire.Ipv4Header;
import io.smartt.host.wire.PdsAck;
import io.smartt.host.wire.PdsNack;
import io.smartt.host.wire.PdsRequest;
import io.smartt.host.wire.SesSmallRequest;
import io.smartt.host.wire.UdpHeader;
import io.smartt.host.wire.Uet;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@link TransportEndpoint}, frame by frame. */
class TransportEndpointTest {
  private static final TransportSettings SETTINGS =
      RecordSettings.with(TransportSettings.DEFAULT, "max-payload-bytes", "1000");
  private static final int FRAME = 1074;
  private static final long US = 1_000_000;
  private static final long TIMEOUT = 70 * US;

  /** A window that a test sets, and a record of what the transport tells. */
  private static final class Fixed implements CongestionController {
    long window = 3L * FRAME;
    long pacing = UNPACED;
    final List<String> seen = new ArrayList<>();

    @Override
    public void onAck(long now, int bytes, long rtt, boolean ecn, long inFlight) {
      seen.add("ack " + bytes + " rtt " + rtt + (ecn ? " ecn" : "") + " flight " + inFlight);
    }

    @Override
    public void onTrim(long now, int bytes, long inFlight) {
      seen.add("trim " + bytes + " flight " + inFlight);
    }

    @Override
    public void onTimeout(long now, int bytes, long inFlight) {
      seen.add("timeout " + bytes + " flight " + inFlight);
    }

    @Override
    public long windowBytes() {
      return window;
    }

    @Override
    public long pacingBps() {
      return pacing;
    }
  }

  private final Fixed congestion = new Fixed();
  private final CongestionScheme scheme = (baseRtt, link, mtu) -> congestion;
  private final Pair pair = new Pair(SETTINGS, scheme, 1);

  private List<byte[]> takeAll(TransportEndpoint from) {
    List<byte[]> frames = new ArrayList<>();
    for (byte[] frame = pair.take(from); frame.length > 0; frame = pair.take(from)) {
      frames.add(frame);
    }
    return frames;
  }

  /** The answer of b to a frame. */
  private byte[] answer(byte[] frame) {
    pair.deliver(pair.b, frame);
    return pair.take(pair.b);
  }

  private static int psn(byte[] frame) {
    return PdsRequest.psn(frame, Uet.PDS_AT);
  }

  private static int flags(byte[] frame) {
    return Uet.flags(frame, Uet.PDS_AT);
  }

  @Test
  void dataFrameHasTheHeadersOfItsPacket() {
    long message = pair.send(2500);
    List<byte[]> frames = takeAll(pair.a);
    assertThat(frames).hasSize(3);
    byte[] last = frames.get(2);
    assertThat(last).hasSize(74 + 500);
    assertThat(Ipv4Header.checksumHolds(last, 14)).isTrue();
    assertThat(Ipv4Header.totalLength(last, 14)).isEqualTo(560);
    assertThat(Ipv4Header.dscp(last, 14)).isEqualTo(10);
    assertThat(Ipv4Header.ecn(last, 14)).isEqualTo(Ipv4Header.ECT_0);
    assertThat(Ipv4Header.source(last, 14)).isEqualTo(Pair.A);
    assertThat(Ipv4Header.destination(last, 14)).isEqualTo(Pair.B);
    assertThat(UdpHeader.destinationPort(last, 34)).isEqualTo(4793);
    assertThat(UdpHeader.length(last, 34)).isEqualTo(540);
    assertThat(flags(frames.get(0))).isEqualTo(Uet.FLAG_SYN);
    assertThat(flags(last)).isEqualTo(Uet.FLAG_SYN | Uet.FLAG_ACK_REQUEST);
    assertThat(PdsRequest.psnOffset(last, Uet.PDS_AT)).isEqualTo(2);
    assertThat(psn(last)).isEqualTo(psn(frames.get(0)) + 2);
    assertThat(SesSmallRequest.messageId(last, 54)).isEqualTo(message);
    assertThat(SesSmallRequest.messageOffset(last, 54)).isEqualTo(2000);
    assertThat(SesSmallRequest.payloadBytes(last, 54)).isEqualTo(500);
    assertThat(SesSmallRequest.isLast(last, 54)).isTrue();
    assertThat(SesSmallRequest.isLast(frames.get(1), 54)).isFalse();
  }

  @Test
  void acknowledgementBringsBackMarkAndEntropy() {
    pair.send(1000);
    byte[] data = pair.take(pair.a);
    Pair.rewrite(data, 10, Ipv4Header.CE, data.length - 14);
    byte[] ack = answer(data);
    assertThat(ack).hasSize(74);
    assertThat(Uet.type(ack, Uet.PDS_AT)).isEqualTo(Uet.ACK_CC);
    assertThat(flags(ack)).isEqualTo(Uet.FLAG_MARKED);
    assertThat(Ipv4Header.dscp(ack, 14)).isEqualTo(46);
    assertThat(UdpHeader.sourcePort(ack, 34)).isEqualTo(UdpHeader.sourcePort(data, 34));
    assertThat(PdsAck.cumulativePsn(ack, Uet.PDS_AT)).isEqualTo(psn(data));
    pair.nowPs = 12 * US;
    pair.deliver(pair.a, ack);
    assertThat(congestion.seen).containsExactly("ack 1074 rtt 12000000 ecn flight 0");
    assertThat(pair.completed).hasSize(1);
  }

  @Test
  void selectiveAcknowledgementSpeaksForLostOnes() {
    congestion.window = 5L * FRAME;
    pair.send(5000);
    List<byte[]> data = takeAll(pair.a);
    answer(data.get(1));
    answer(data.get(2));
    byte[] ack = answer(data.get(4));
    assertThat(PdsAck.cumulativePsn(ack, Uet.PDS_AT)).isEqualTo(psn(data.get(0)) - 1);
    assertThat(PdsAck.ackPsnOffset(ack, Uet.PDS_AT)).isEqualTo(5);
    assertThat(PdsAck.bitmapOffset(ack, Uet.PDS_AT)).isEqualTo(1);
    assertThat(PdsAck.bitmap(ack, Uet.PDS_AT)).isEqualTo(0b10110);
    assertThat(ByteBuffer.wrap(ack).getShort(Uet.PDS_AT + 30)).isEqualTo((short) 3);
    pair.deliver(pair.a, ack);
    assertThat(congestion.seen).containsExactly("ack 3222 rtt 0 flight 2148");
  }

  @Test
  void laterFramesNameTheReceiversConnection() {
    int connection = pair.open();
    pair.send(connection, 1000);
    byte[] ack = answer(pair.take(pair.a));
    pair.deliver(pair.a, ack);
    pair.send(connection, 1000);
    byte[] next = pair.take(pair.a);
    assertThat(flags(next)).isEqualTo(Uet.FLAG_ACK_REQUEST);
    assertThat(PdsRequest.destinationPdc(next, Uet.PDS_AT))
        .isEqualTo(PdsAck.sourcePdc(ack, Uet.PDS_AT));
    pair.deliver(pair.a, answer(next));
    assertThat(pair.completed).hasSize(2);
  }

  @Test
  void windowLimitsWhatIsInFlight() {
    congestion.window = 2L * FRAME + 1;
    pair.send(10_000);
    assertThat(takeAll(pair.a)).hasSize(3);
  }

  @Test
  void trimmedPacketLeavesTheFlightAndGoesAgainBeforeNewData() {
    pair.send(10_000);
    List<byte[]> data = takeAll(pair.a);
    byte[] nack = answer(Pair.trim(data.get(1), true));
    assertThat(nack).hasSize(58);
    assertThat(Uet.type(nack, Uet.PDS_AT)).isEqualTo(Uet.NACK);
    assertThat(PdsNack.code(nack, Uet.PDS_AT)).isEqualTo(PdsNack.TRIMMED);
    assertThat(PdsNack.psn(nack, Uet.PDS_AT)).isEqualTo(psn(data.get(1)));
    pair.deliver(pair.a, nack);
    assertThat(congestion.seen).containsExactly("trim 1074 flight 2148");
    byte[] again = pair.take(pair.a);
    assertThat(psn(again)).isEqualTo(psn(data.get(1)));
    assertThat(flags(again) & Uet.FLAG_RETX).isNotZero();
    assertThat(pair.take(pair.a)).isEmpty();
    assertThat(pair.a.counters().retransmissions()).isEqualTo(1);
    assertThat(pair.a.counters().trimsNotified()).isEqualTo(1);
    assertThat(pair.b.counters().trimmedReceived()).isEqualTo(1);
  }

  @Test
  void trimmedPacketWithItsOldIpLengthIsUnderstood() {
    pair.send(10_000);
    byte[] cut = Pair.trim(pair.take(pair.a), false);
    assertThat(Ipv4Header.totalLength(cut, 14)).isEqualTo(1060);
    Pair.rewrite(cut, 10, Ipv4Header.ECT_0, 1060);
    assertThat(Uet.type(answer(cut), Uet.PDS_AT)).as("by length alone").isEqualTo(Uet.NACK);
  }

  @Test
  void trimmedCopyOfWhatHasArrivedIsAcknowledged() {
    pair.send(10_000);
    byte[] data = pair.take(pair.a);
    answer(data);
    byte[] ack = answer(Pair.trim(data, true));
    assertThat(Uet.type(ack, Uet.PDS_AT)).isEqualTo(Uet.ACK_CC);
    assertThat(flags(ack)).isEqualTo(Uet.FLAG_MARKED);
  }

  @Test
  void secondNackForOneTransmissionDoesNothing() {
    pair.send(10_000);
    byte[] nack = answer(Pair.trim(pair.take(pair.a), true));
    pair.deliver(pair.a, nack);
    pair.take(pair.a);
    pair.deliver(pair.a, nack);
    assertThat(congestion.seen).hasSize(1);
  }

  @Test
  void rttOfARetransmissionAfterATrimIsFromItsOwnTime() {
    pair.send(1000);
    pair.deliver(pair.a, answer(Pair.trim(pair.take(pair.a), true)));
    pair.nowPs = 20 * US;
    byte[] again = pair.take(pair.a);
    pair.nowPs = 33 * US;
    pair.deliver(pair.a, answer(again));
    assertThat(congestion.seen).last().isEqualTo("ack 1074 rtt 13000000 flight 0");
  }

  @Test
  void rttIsUnknownWhenTheFirstTransmissionIsAnsweredAfterATimeout() {
    pair.send(1000);
    byte[] first = pair.take(pair.a);
    pair.nowPs = TIMEOUT;
    pair.a.onDeadline(pair.nowPs);
    byte[] second = pair.take(pair.a);
    byte[] lateAck = answer(first);
    byte[] ack = answer(second);
    pair.deliver(pair.a, lateAck);
    pair.deliver(pair.a, ack);
    assertThat(congestion.seen)
        .containsExactly("timeout 1074 flight 0", "ack 1074 rtt -1 flight 0");
    assertThat(pair.b.counters().duplicatesReceived()).isEqualTo(1);
    assertThat(pair.b.counters().bytesDelivered()).isEqualTo(1000);
  }

  @Test
  void rttAfterATimeoutIsKnownWhenTheRetransmissionIsAnswered() {
    pair.send(1000);
    pair.take(pair.a);
    pair.nowPs = TIMEOUT;
    pair.a.onDeadline(pair.nowPs);
    byte[] second = pair.take(pair.a);
    pair.nowPs = TIMEOUT + 11 * US;
    pair.deliver(pair.a, answer(second));
    assertThat(congestion.seen).last().isEqualTo("ack 1074 rtt 11000000 flight 0");
  }

  @ParameterizedTest
  @CsvSource({"0, 1, 1", "1, 2, 2", "6, 2, 4"})
  void timeoutIsSevenBaseRttsAndDoublesAsOftenAsAsked(String maxBackoff, int second, int third) {
    Pair pair = new Pair(Pair.with(SETTINGS, "max-backoff", maxBackoff), scheme, 1);
    pair.send(1000);
    pair.take(pair.a);
    assertThat(pair.a.nextDeadlinePs()).isEqualTo(TIMEOUT);
    pair.a.onDeadline(TIMEOUT - 1);
    assertThat(pair.take(pair.a)).isEmpty();
    pair.nowPs = TIMEOUT;
    pair.a.onDeadline(TIMEOUT);
    pair.take(pair.a);
    assertThat(pair.a.nextDeadlinePs()).isEqualTo(TIMEOUT + second * TIMEOUT);
    pair.nowPs = TIMEOUT + second * TIMEOUT;
    pair.a.onDeadline(pair.nowPs);
    pair.take(pair.a);
    assertThat(pair.a.nextDeadlinePs()).isEqualTo(pair.nowPs + third * TIMEOUT);
    assertThat(pair.a.counters().timeouts()).isEqualTo(2);
  }

  @Test
  void noDeadlineWithoutAnythingInFlight() {
    assertThat(pair.a.nextDeadlinePs()).isEqualTo(Long.MAX_VALUE);
    pair.send(pair.open(), 1000);
    byte[] ack = answer(pair.take(pair.a));
    pair.deliver(pair.a, ack);
    pair.nowPs = pair.a.nextDeadlinePs();
    pair.a.onDeadline(pair.nowPs);
    assertThat(pair.a.counters().timeouts()).isZero();
    assertThat(pair.a.nextDeadlinePs()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void lostAcknowledgementIsRepeatedForADuplicate() {
    pair.send(1000);
    byte[] data = pair.take(pair.a);
    answer(data);
    byte[] ack = answer(data);
    pair.deliver(pair.a, ack);
    assertThat(pair.completed).hasSize(1);
    assertThat(pair.finished).hasSize(1);
  }

  @Test
  void acknowledgementsLeaveBeforeData() {
    pair.send(1000);
    byte[] data = pair.take(pair.a);
    pair.b.send(0, new Destination(Pair.A, Pair.A), 1000, Pair.PATH, TransportEndpoint.OWN_SCHEME);
    pair.deliver(pair.b, data);
    List<byte[]> frames = takeAll(pair.b);
    assertThat(Uet.type(frames.get(0), Uet.PDS_AT)).isEqualTo(Uet.ACK_CC);
    assertThat(Uet.type(frames.get(1), Uet.PDS_AT)).isEqualTo(Uet.RUD_REQ);
  }

  @Test
  void connectionsTakeTurns() {
    long one = pair.send(3000);
    long two = pair.send(3000);
    assertThat(takeAll(pair.a))
        .extracting(frame -> SesSmallRequest.messageId(frame, 54))
        .containsExactly(one, two, one, two, one, two);
  }

  /** Messages of the data frames that leave while code points are paused. */
  private List<Long> leave(TransportEndpoint from, long pausedDscps) {
    OutgoingFrame out = new OutgoingFrame();
    List<Long> messages = new ArrayList<>();
    while (from.nextFrame(0, pausedDscps, out)) {
      messages.add(SesSmallRequest.messageId(out.header(), 54));
    }
    return messages;
  }

  @Test
  void pausedDataWaitsAndLeavesInTheOrderInWhichItWouldHave() {
    Destination to = new Destination(Pair.B, Pair.B);
    long one = pair.a.send(0, to, 3000, Pair.PATH, TransportEndpoint.OWN_SCHEME);
    long gold = pair.a.send(0, to, 3000, Pair.PATH.with(26), TransportEndpoint.OWN_SCHEME);
    long two = pair.a.send(0, to, 3000, Pair.PATH, TransportEndpoint.OWN_SCHEME);
    long data = 1L << SETTINGS.dataDscp();

    assertThat(leave(pair.a, data | 1L << 26)).isEmpty();
    long three = pair.a.send(0, to, 1000, Pair.PATH, TransportEndpoint.OWN_SCHEME);
    assertThat(leave(pair.a, data)).containsExactly(gold, gold, gold);
    assertThat(leave(pair.a, 1L << 26)).containsExactly(one, two, three, one, two, one, two);
  }

  @Test
  void answersLeaveWhileDataIsPaused() {
    pair.send(1000);
    byte[] data = pair.take(pair.a);
    pair.b.send(0, new Destination(Pair.A, Pair.A), 1000, Pair.PATH, TransportEndpoint.OWN_SCHEME);
    pair.deliver(pair.b, data);
    OutgoingFrame out = new OutgoingFrame();

    assertThat(pair.b.nextFrame(0, -1, out)).isTrue();
    assertThat(Uet.type(out.header(), Uet.PDS_AT)).isEqualTo(Uet.ACK_CC);
    assertThat(pair.b.nextFrame(0, -1, out)).isFalse();
  }

  @Test
  void messagesOfAConnectionLeaveInTheirOrder() {
    int connection = pair.open();
    congestion.window = 10L * FRAME;
    long one = pair.send(connection, 1500);
    long two = pair.send(connection, 500);
    assertThat(pair.a.connectionOf(two)).isEqualTo(connection);
    List<byte[]> frames = takeAll(pair.a);
    assertThat(frames)
        .extracting(frame -> SesSmallRequest.messageId(frame, 54))
        .containsExactly(one, one, two);
    pair.deliver(pair.a, answer(frames.get(2)));
    assertThat(pair.completed).as("later message first").containsExactly(two);
    pair.deliver(pair.a, answer(frames.get(0)));
    pair.deliver(pair.a, answer(frames.get(1)));
    assertThat(pair.completed).containsExactly(two, one);
  }

  @Test
  void pacingSpacesFrames() {
    // 1,074 B at 8.592 Gbps: a microsecond each.
    congestion.pacing = 8_592_000_000L;
    pair.send(3000);
    assertThat(pair.take(pair.a)).isNotEmpty();
    assertThat(pair.take(pair.a)).isEmpty();
    assertThat(pair.a.nextDeadlinePs()).isEqualTo(US);
    pair.nowPs = US;
    pair.a.onDeadline(US);
    assertThat(pair.take(pair.a)).isNotEmpty();
    assertThat(pair.take(pair.a)).isEmpty();
  }

  @Test
  void forgedAndStaleFramesAreCountedAndDropped() {
    pair.send(10_000);
    byte[] data = pair.take(pair.a);
    byte[] ack = answer(data);

    byte[] otherConnection = ack.clone();
    otherConnection[Uet.PDS_AT + 11] ^= (byte) 7;
    pair.deliver(pair.a, otherConnection);
    assertThat(pair.a.drops(DropReason.UNKNOWN_CONNECTION)).isEqualTo(1);

    byte[] notSent = ack.clone();
    notSent[Uet.PDS_AT + 6] ^= 0x10;
    pair.deliver(pair.a, notSent);
    assertThat(pair.a.drops(DropReason.OUTSIDE_WINDOW)).isEqualTo(1);

    byte[] tooFar = data.clone();
    tooFar[Uet.PDS_AT + 4] ^= 0x40;
    tooFar[Uet.PDS_AT + 1] = (byte) 0x80;
    tooFar[Uet.PDS_AT + 11] = 1;
    pair.deliver(pair.b, tooFar);
    assertThat(pair.b.drops(DropReason.OUTSIDE_WINDOW)).isEqualTo(1);

    byte[] otherOffset = takeAll(pair.a).get(0);
    otherOffset[54 + 18] ^= 1;
    pair.deliver(pair.b, otherOffset);
    assertThat(pair.b.drops(DropReason.INCONSISTENT)).isEqualTo(1);

    byte[] brokenHeader = data.clone();
    brokenHeader[20] ^= 1;
    pair.deliver(pair.b, brokenHeader);
    assertThat(pair.b.drops(DropReason.BAD_CHECKSUM)).isEqualTo(1);

    pair.deliver(pair.a, data);
    assertThat(pair.a.drops(DropReason.NOT_FOR_THIS_HOST)).isEqualTo(1);

    pair.deliver(pair.b, new byte[20]);
    assertThat(pair.b.drops(DropReason.MALFORMED)).isEqualTo(1);

    assertThat(pair.b.counters().bytesDelivered()).isEqualTo(1000);
    assertThat(congestion.seen).isEmpty();
  }

  @Test
  void paddingOfShortFramesIsNotData() {
    pair.send(10_000);
    byte[] nack = answer(Pair.trim(pair.take(pair.a), true));
    byte[] padded = Arrays.copyOf(nack, 60);
    pair.deliver(pair.a, padded);
    assertThat(pair.a.counters().trimsNotified()).isEqualTo(1);
  }

  @Test
  void countedPayloadIsCheckedByItsLengths() {
    pair.send(1000);
    byte[] data = pair.take(pair.a);
    pair.b.receive(0, data, 0, 74, 1074);
    assertThat(pair.b.counters().bytesDelivered()).isEqualTo(1000);
    assertThat(pair.b.counters().bytesVerified()).isEqualTo(1000);
    pair.b.receive(0, data, 0, 74, 900);
    assertThat(pair.b.counters().trimmedReceived()).as("shorter than it says").isEqualTo(1);
  }

  @Test
  void senderStopsAtTheLimitOfSynUntilTheFirstAnswer() {
    congestion.window = Long.MAX_VALUE;
    pair.send(5_000_000);
    List<byte[]> frames = takeAll(pair.a);
    assertThat(frames).hasSize(4096);
    pair.deliver(pair.a, answer(frames.get(4095)));
    assertThat(takeAll(pair.a)).hasSize(904);
  }

  @Test
  void sendRefusesSizesThatCannotBe() {
    Destination to = new Destination(Pair.B, 1);
    assertThatThrownBy(() -> pair.a.send(0, to, 0, Pair.PATH, TransportEndpoint.OWN_SCHEME))
        .hasMessage("message of 0 bytes, accepted is 1 to 1099511627776");
    assertThat(pair.a.isOpen(0)).as("a connection for it").isFalse();
    assertThatThrownBy(() -> pair.a.send(0, 17, 1, PayloadSource.COUNTED))
        .hasMessage("connection 17 is not open");
    int connection = pair.open();
    assertThatThrownBy(() -> pair.a.send(0, connection, 1_099_511_627_777L, PayloadSource.COUNTED))
        .hasMessage("message of 1099511627777 bytes, accepted is 1 to 1099511627776");
    long most = pair.a.send(0, connection, 1_099_511_627_776L, PayloadSource.COUNTED);
    assertThat(pair.a.connectionOf(most)).isEqualTo(connection);
    long least = pair.a.send(0, connection, 1, PayloadSource.COUNTED);
    assertThat(pair.a.connectionOf(least)).isEqualTo(connection);
  }

  @Test
  void messagesOfOneConnectionHaveNumbersOfTheirOwn() {
    int connection = pair.open();
    assertThat(pair.a.send(0, connection, 1, PayloadSource.COUNTED)).isZero();
    assertThat(pair.a.send(0, connection, 1, PayloadSource.COUNTED)).isEqualTo(1);
  }

  @Test
  void aConnectionOfOneMessageClosesWithIt() {
    var _ =
        pair.a.send(
            0, new Destination(Pair.B, Pair.B), 2_500, Pair.PATH, TransportEndpoint.OWN_SCHEME);
    assertThat(pair.a.isOpen(0)).isTrue();
    pair.run(Long.MAX_VALUE);
    assertThat(pair.completed).hasSize(1);
    assertThat(pair.closed).containsExactly(0);
  }

  @Test
  void aConnectionMayHaveACongestionControlThatWasOffered() {
    Fixed narrow = new Fixed();
    narrow.window = FRAME;
    pair.a.offer("narrow", (baseRtt, link, mtu) -> narrow);
    Destination to = new Destination(Pair.B, Pair.B);
    int own = pair.a.open(0, to, Pair.PATH);
    int other = pair.a.open(0, to, Pair.PATH, "narrow");
    assertThat(pair.a.windowBytes(own)).isEqualTo(3L * FRAME);
    assertThat(pair.a.windowBytes(other)).isEqualTo(FRAME);
    assertThatThrownBy(() -> pair.a.open(0, to, Pair.PATH, "wide"))
        .hasMessage("no congestion control 'wide' was offered");
  }

  /** 80 Gbps for 10 us are 100,000 bytes, 93 whole frames; a short path has one all the same. */
  @Test
  void aPathSelectorIsMadeForThePacketsThatThePathHolds() {
    List<Integer> made = new ArrayList<>();
    TransportEndpoint endpoint =
        new TransportEndpoint(
            new Destination(Pair.A, Pair.A),
            SETTINGS,
            scheme,
            (bdpPackets, baseRtt, random) -> {
              made.add(bdpPackets);
              return nowPs -> 1;
            },
            new TransportListener() {},
            new SplittableRandom(1));
    var _ = endpoint.open(0, new Destination(Pair.B, Pair.B), Pair.PATH);
    var _ = endpoint.open(0, new Destination(Pair.B, Pair.B), new PathParameters(1_000, 8_000));
    assertThat(made).containsExactly(93, 1);
  }

  @Test
  @Timeout(10)
  void aMessageForWhichNoNumberIsLeftIsRefusedUntilOneIs() {
    Pair standard = new Pair(Pair.with(SETTINGS, "ses", "standard"), scheme, 1);
    standard.a.share(new NumberShare(5, 64, 0));
    int connection = standard.open();
    for (int i = 0; i < 1_024; i++) {
      assertThat(standard.a.send(0, connection, 100, PayloadSource.COUNTED)).isEqualTo(5 + 64 * i);
    }
    assertThatThrownBy(() -> standard.a.send(0, connection, 100, PayloadSource.COUNTED))
        .hasMessage("1024 messages are being sent, no id is left");
    standard.deliver(standard.b, standard.take(standard.a));
    standard.deliver(standard.a, standard.take(standard.b));
    assertThat(standard.a.send(0, connection, 100, PayloadSource.COUNTED)).isEqualTo(5);
  }

  /** Of packets that are due one after the other, the next are looked at a sixteenth later. */
  @Test
  void aBurstTimesOutInFewSteps() {
    pair.send(3_000);
    pair.take(pair.a);
    pair.nowPs = 1_000;
    pair.take(pair.a);
    pair.nowPs = TIMEOUT;
    pair.a.onDeadline(TIMEOUT);
    assertThat(pair.a.counters().timeouts()).isEqualTo(1);
    assertThat(pair.a.nextDeadlinePs()).isEqualTo(TIMEOUT + TIMEOUT / 16);
    pair.nowPs = pair.a.nextDeadlinePs();
    pair.a.onDeadline(pair.nowPs);
    assertThat(pair.a.counters().timeouts()).isEqualTo(2);
  }

  /** A credit of b for data that a asks credit for. */
  private static byte[] credit(Pair credited) {
    credited.send(1_000_000);
    byte[] answer = new byte[0];
    while (answer.length == 0 || Uet.type(answer, Uet.PDS_AT) != Uet.CTRL) {
      byte[] data = credited.take(credited.a);
      if (data.length > 0) {
        credited.deliver(credited.b, data);
      } else {
        credited.nowPs = credited.b.nextDeadlinePs();
        credited.b.onDeadline(credited.nowPs);
      }
      answer = credited.take(credited.b);
    }
    return answer;
  }

  @Test
  @Timeout(10)
  void creditLetsDataLeaveAtOnce() {
    Pair credited = new Pair(SETTINGS, Eqds.alone(Eqds.SETTINGS.defaults()), 1);
    byte[] credit = credit(credited);
    assertThat(credited.take(credited.a)).isEmpty();
    credited.deliver(credited.a, credit);
    assertThat(credited.take(credited.a)).hasSizeGreaterThan(1_000);
  }

  @Test
  @Timeout(10)
  void creditThatFitsNoConnectionIsCountedAndGivesNothing() {
    Pair credited = new Pair(SETTINGS, Eqds.alone(Eqds.SETTINGS.defaults()), 1);
    byte[] credit = credit(credited);
    pair.deliver(pair.a, credit);
    assertThat(pair.a.drops(DropReason.UNKNOWN_CONNECTION)).isEqualTo(1);
    byte[] notSent = credit.clone();
    notSent[Uet.PDS_AT + 4] ^= 0x40;
    credited.deliver(credited.a, notSent);
    assertThat(credited.a.drops(DropReason.OUTSIDE_WINDOW)).isEqualTo(1);
    assertThat(credited.take(credited.a)).isEmpty();
  }
}
