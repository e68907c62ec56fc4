package io.smartt.host.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.host.credit.CreditAccount;
import io.smartt.host.credit.Eqds;
import io.smartt.host.settings.RecordSettings;
import io.smartt.host.transport.TransportCounters.DropReason;
import io.smartt.host.wire.Ipv4Header;
import io.smartt.host.wire.PdsAck;
import io.smartt.host.wire.PdsControl;
import io.smartt.host.wire.PdsNack;
import io.smartt.host.wire.PdsRequest;
import io.smartt.host.wire.Uet;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Frames that switches cut, or let pass whole with the code point of those, and forgeries. */
@Timeout(60)
class TrimmedFramesTest {
  private static final int IP = 14;
  private static final int UDP = 34;
  private static final int TRIMMED = TransportSettings.DEFAULT.trimmedDscp();
  private static final TransportSettings SETTINGS =
      RecordSettings.with(TransportSettings.DEFAULT, "max-payload-bytes", "1000");
  private static final TransportSettings CHECKED =
      RecordSettings.with(SETTINGS, "udp-checksum", "true");
  private static final TransportSettings STANDARD = Pair.with(SETTINGS, "ses", "standard");

  private static List<byte[]> takeAll(Pair pair, TransportEndpoint from) {
    List<byte[]> frames = new ArrayList<>();
    for (byte[] frame = pair.take(from); frame.length > 0; frame = pair.take(from)) {
      frames.add(frame);
    }
    return frames;
  }

  private static byte[] answer(Pair pair, byte[] frame) {
    pair.deliver(pair.b, frame);
    return pair.take(pair.b);
  }

  /** A frame with another code point, its IP checksum that of the old one. */
  private static byte[] recoloured(byte[] frame, int dscp) {
    byte[] changed = frame.clone();
    changed[IP + 1] = (byte) ((dscp << 2) | (changed[IP + 1] & 3));
    return changed;
  }

  private static byte[] cut(byte[] frame, int bytes) {
    return Arrays.copyOf(frame, Math.min(bytes, frame.length));
  }

  private static byte[] signed(byte[] frame, int dscp, int totalLength) {
    byte[] changed = frame.clone();
    Pair.rewrite(changed, dscp, Ipv4Header.ecn(frame, IP), totalLength);
    return changed;
  }

  @ParameterizedTest
  @CsvSource({"48, 1", "56, 2", "10, 1"})
  void aCutFrameWithTheChecksumThatItHadBeforeIsAHint(int dscp, int code) {
    Pair pair = new Pair(SETTINGS, 1);
    pair.send(10_000);
    List<byte[]> data = takeAll(pair, pair.a);
    answer(pair, data.get(0));

    byte[] hint = recoloured(cut(data.get(1), 64), dscp);
    // With the code point as it was something else has harmed it: its length alone speaks.
    hint[IP + 8] ^= (byte) (dscp == 10 ? 1 : 0);
    assertThat(Ipv4Header.checksumHolds(hint, IP)).isFalse();
    byte[] nack = answer(pair, hint);

    assertThat(Uet.type(nack, Uet.PDS_AT)).isEqualTo(Uet.NACK);
    assertThat(PdsNack.code(nack, Uet.PDS_AT)).isEqualTo(code);
    assertThat(PdsNack.psn(nack, Uet.PDS_AT)).isEqualTo(PdsRequest.psn(data.get(1), Uet.PDS_AT));
    assertThat(pair.b.counters().trimmedReceived()).isEqualTo(1);
    assertThat(pair.b.counters().trimmedDamaged()).isEqualTo(1);
    assertThat(pair.b.drops(DropReason.BAD_CHECKSUM)).isZero();
    assertThat(pair.b.counters().bytesDelivered()).isEqualTo(1000);
    pair.deliver(pair.a, nack);
    assertThat(pair.a.counters().trimsNotified()).isEqualTo(1);
  }

  @Test
  void aSoundHintIsNotCountedAsDamaged() {
    Pair pair = new Pair(SETTINGS, 1);
    pair.send(10_000);
    answer(pair, Pair.trim(pair.take(pair.a), false));
    assertThat(pair.b.counters().trimmedReceived()).isEqualTo(1);
    assertThat(pair.b.counters().trimmedDamaged()).isZero();
  }

  @Test
  void aHintOpensNoConnectionButItsSenderIsAnswered() {
    Pair pair = new Pair(SETTINGS, 1);
    pair.send(10_000);
    byte[] hint = recoloured(cut(pair.take(pair.a), 64), TRIMMED);
    byte[] nack = answer(pair, hint);
    assertThat(PdsNack.code(nack, Uet.PDS_AT)).isEqualTo(PdsNack.TRIMMED);
    assertThat(PdsNack.sourcePdc(nack, Uet.PDS_AT)).as("no number").isZero();
    pair.deliver(pair.a, nack);
    pair.run(Long.MAX_VALUE);
    assertThat(pair.allDelivered()).isTrue();
  }

  /** Three of ten frames of 1,078 B are cut before the first whole one, and none is asked for. */
  @Test
  void whatWasCutBeforeAConnectionOpenedIsGrantedOnceItIs() {
    Pair credited = new Pair(SETTINGS, Eqds.alone(Eqds.SETTINGS.defaults()), 1);
    credited.send(10_000);
    List<byte[]> data = takeAll(credited, credited.a);
    assertThat(data).hasSize(10);
    for (byte[] first : data.subList(0, 3)) {
      byte[] nack = answer(credited, Pair.trim(first, true));
      assertThat(PdsNack.sourcePdc(nack, Uet.PDS_AT)).as("no number").isZero();
    }
    answer(credited, data.get(3));

    List<Integer> credits = new ArrayList<>();
    while (credited.b.nextDeadlinePs() < 1_000_000) {
      credited.nowPs = credited.b.nextDeadlinePs();
      credited.b.onDeadline(credited.nowPs);
      for (byte[] frame : takeAll(credited, credited.b)) {
        credits.add(PdsControl.payload(frame, Uet.PDS_AT));
      }
    }
    assertThat(credits).isNotEmpty();
    assertThat(credits.getLast()).isEqualTo(CreditAccount.toWire(3L * data.get(0).length));
  }

  @ParameterizedTest
  @ValueSource(ints = {48, 56})
  void wholeDataWithTheCodePointOfTrimsKeepsItsDataAndReportsCongestion(int dscp) {
    for (TransportSettings settings : List.of(SETTINGS, CHECKED, STANDARD)) {
      Pair pair = new Pair(settings, 1);
      pair.send(100);
      byte[] data = pair.take(pair.a);
      byte[] ack = answer(pair, signed(data, dscp, data.length - IP));
      assertThat(Uet.type(ack, Uet.PDS_AT)).isEqualTo(Uet.ACK_CC);
      assertThat(Uet.flags(ack, Uet.PDS_AT)).isEqualTo(Uet.FLAG_MARKED);
      assertThat(PdsAck.cumulativePsn(ack, Uet.PDS_AT)).isEqualTo(PdsRequest.psn(data, Uet.PDS_AT));
      assertThat(pair.b.counters().bytesVerified()).isEqualTo(100);
      assertThat(pair.b.counters().trimmedReceived()).isZero();
      pair.deliver(pair.a, ack);
      assertThat(pair.completed).hasSize(1);
      assertThat(pair.a.counters().marksReceived()).isEqualTo(1);
    }
  }

  @Test
  void wholeDataOfAWrongChecksumIsAHintByItsCodePointAndElseDropped() {
    Pair pair = new Pair(SETTINGS, 1);
    pair.send(100);
    byte[] data = pair.take(pair.a);
    byte[] harmed = data.clone();
    harmed[IP + 8] ^= 1;
    assertThat(answer(pair, harmed)).isEmpty();
    assertThat(pair.b.drops(DropReason.BAD_CHECKSUM)).isEqualTo(1);
    assertThat(Uet.type(answer(pair, recoloured(data, TRIMMED)), Uet.PDS_AT)).isEqualTo(Uet.NACK);
    assertThat(pair.b.counters().bytesDelivered()).isZero();
  }

  @Test
  void theStartOfAStandardMessageCutByASwitchThatCorrectsLengthsIsNoData() {
    Pair pair = new Pair(STANDARD, 1);
    pair.send(2500);
    byte[] data = pair.take(pair.a);
    byte[] head = signed(cut(data, 128), TRIMMED, 128 - IP);
    ByteBuffer.wrap(head).putInt(UDP + 4, (128 - UDP) << 16);
    byte[] nack = answer(pair, head);
    assertThat(Uet.type(nack, Uet.PDS_AT)).isEqualTo(Uet.NACK);
    assertThat(pair.b.counters().bytesDelivered()).isZero();
    pair.deliver(pair.a, nack);
    pair.run(Long.MAX_VALUE);
    assertThat(pair.allDelivered()).isTrue();
  }

  @Test
  void answersOfAWrongChecksumAreNoHints() {
    Pair pair = new Pair(SETTINGS, 1);
    pair.send(10_000);
    List<byte[]> data = takeAll(pair, pair.a);
    byte[] ack = answer(pair, data.get(0));
    byte[] nack = answer(pair, Pair.trim(data.get(1), true));
    for (byte[] frame : List.of(ack, nack)) {
      pair.deliver(pair.a, recoloured(frame, TRIMMED));
    }
    assertThat(pair.a.drops(DropReason.BAD_CHECKSUM)).isEqualTo(2);
    assertThat(pair.a.counters().trimmedDamaged()).isZero();
    assertThat(pair.a.counters().acksReceived() + pair.a.counters().trimsNotified()).isZero();
    pair.deliver(pair.a, signed(ack, TRIMMED, ack.length - IP));
    assertThat(pair.a.counters().acksReceived()).as("whole and sound").isEqualTo(1);
  }

  /** A frame that was cut, or has a wrong IP checksum, changes nothing but what is sent again. */
  @Property(tries = 300)
  void framesWithTheCodePointOfTrimsPlaceNothingOpenNothingAndAnswerNothing(
      @ForAll long seed, @ForAll boolean standard, @ForAll boolean checked, @ForAll boolean known) {
    SplittableRandom random = new SplittableRandom(seed);
    TransportSettings settings =
        RecordSettings.with(
            standard ? STANDARD : SETTINGS, "udp-checksum", Boolean.toString(checked));
    Pair pair = new Pair(settings, seed);
    pair.send(5_000);
    List<byte[]> data = takeAll(pair, pair.a);
    Pair twin = new Pair(settings, seed);
    twin.send(5_000);
    List<byte[]> pool = new ArrayList<>(takeAll(twin, twin.a));
    List<byte[]> back = new ArrayList<>();
    pool.forEach(frame -> {
      back.add(answer(twin, Pair.trim(frame, true)));
      back.add(answer(twin, frame));
    });
    if (known) {
      // It has a connection, of which the first packet has arrived.
      pair.deliver(pair.b, data.get(0));
      pair.take(pair.b);
    }
    long placed = pair.b.counters().bytesDelivered();
    for (int i = 0; i < 50; i++) {
      forge(random, pool, pair, pair.b);
      forge(random, back, pair, pair.a);
      for (byte[] sent = pair.take(pair.b); sent.length > 0; sent = pair.take(pair.b)) {
        boolean opened = PdsNack.sourcePdc(sent, Uet.PDS_AT) != 0;
        assertThat(opened && !known).as("a connection").isFalse();
      }
    }
    assertThat(pair.b.counters().bytesDelivered()).isEqualTo(placed);
    assertThat(pair.a.counters().acksReceived()).isZero();
    assertThat(pair.a.counters().trimsNotified()).isZero();
    data.forEach(frame -> pair.deliver(pair.b, frame));
    pair.run(Long.MAX_VALUE);
    assertThat(pair.allDelivered()).isTrue();
    assertThat(pair.bytesPlacedTwice).isZero();
    assertThat(pair.b.counters().payloadMismatches()).isZero();
  }

  private static void forge(
      SplittableRandom random, List<byte[]> pool, Pair pair, TransportEndpoint to) {
    byte[] whole = pool.get(random.nextInt(pool.size()));
    boolean isCut = random.nextBoolean();
    byte[] frame = isCut ? cut(whole, random.nextInt(whole.length)) : whole.clone();
    for (int i = random.nextInt(3); i > 0 && frame.length > 0; i--) {
      frame[random.nextInt(frame.length)] ^= (byte) (1 << random.nextInt(8));
    }
    if (frame.length < IP || !Ipv4Header.isWhole(frame, IP, frame.length - IP)) {
      pair.deliver(to, frame);
      return;
    }
    byte[] coloured = recoloured(frame, random.nextBoolean() ? 48 : 56);
    if (Ipv4Header.checksumHolds(coloured, IP)) {
      coloured[IP + 10] ^= 1;
    }
    boolean shorter = frame.length - IP < whole.length - IP;
    if (isCut && shorter && random.nextBoolean()) {
      // By one that patches the checksum, its length as it was.
      coloured = signed(coloured, TRIMMED, whole.length - IP);
    }
    pair.deliver(to, coloured);
  }
}
