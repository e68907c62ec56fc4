package io.smartt.host.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.host.congestion.CongestionController;
import io.smartt.host.congestion.CongestionScheme;
import io.smartt.host.congestion.Smartt;
import io.smartt.host.credit.Eqds;
import io.smartt.host.settings.RecordSettings;
import io.smartt.host.wire.PdsNack;
import io.smartt.host.wire.PdsRequest;
import io.smartt.host.wire.UdpHeader;
import io.smartt.host.wire.Uet;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Unordered delivery, go-back-N and a receiver that reorders. */
class DeliveryModesTest {
  private static final TransportSettings SETTINGS =
      RecordSettings.with(TransportSettings.DEFAULT, "max-payload-bytes", "1000");
  private static final CongestionScheme SMARTT = new Smartt(Smartt.Settings.PAPER);
  private static final CongestionScheme EQDS = Eqds.alone(Eqds.SETTINGS.defaults());
  private static final Pair.Faults LOSS = new Pair.Faults(0.02, 0, 0, 0, 0, 0);
  private static final Pair.Faults ALL = new Pair.Faults(0.02, 0.05, 0.1, 0.02, 0, 2_000_000);

  private static final Pair.Faults TRIMS = new Pair.Faults(0, 0.1, 0, 0, 0, 0);

  private static Pair pair(String delivery, CongestionScheme scheme) {
    return new Pair(Pair.with(SETTINGS, "delivery", delivery), scheme, 5);
  }

  private static List<byte[]> takeAll(Pair pair, TransportEndpoint from) {
    List<byte[]> frames = new ArrayList<>();
    for (byte[] frame = pair.take(from); frame.length > 0; frame = pair.take(from)) {
      frames.add(frame);
    }
    return frames;
  }

  /** Sends 40 messages on a connection; the order in which they were handed over. */
  private static List<Long> handedOver(Pair pair, Pair.Faults faults) {
    pair.faults = faults;
    int connection = pair.open();
    for (int i = 0; i < 40; i++) {
      pair.send(connection, 1 + 997 * i % 9000);
    }
    pair.run(Long.MAX_VALUE);
    assertThat(pair.allDelivered()).isTrue();
    assertThat(pair.deliveredInTurn).hasSize(40);
    assertThat(pair.bytesPlacedTwice).isZero();
    assertThat(pair.b.counters().payloadMismatches()).isZero();
    return pair.deliveredInTurn;
  }

  @ParameterizedTest
  @ValueSource(strings = {"rod", "rod-reordered"})
  void messagesAreHandedOverOnceAndInOrder(String delivery) {
    List<Long> inOrder = LongStream.range(0, 40).boxed().toList();
    for (Pair.Faults faults : List.of(LOSS, ALL)) {
      assertThat(handedOver(pair(delivery, SMARTT), faults)).isEqualTo(inOrder);
      assertThat(handedOver(pair(delivery, EQDS), faults)).isEqualTo(inOrder);
    }
  }

  /** Go-back-N sends again what is on its way; whose answer comes is then not known. */
  @ParameterizedTest
  @ValueSource(strings = {"rud", "rod", "rod-reordered"})
  void noRoundTripTimeIsShorterThanTheWay(String delivery) {
    Pair pair = pair(delivery, SMARTT);
    handedOver(pair, TRIMS);
    assertThat(pair.rtts)
        .filteredOn(rtt -> rtt != CongestionController.RTT_UNKNOWN)
        .hasSizeGreaterThan(20)
        .allMatch(rtt -> rtt >= 2 * Pair.ONE_WAY_PS);
  }

  @Test
  void withoutOrderAMessageWaitsForItsOwnPacketsOnly() {
    assertThat(handedOver(pair("rud", SMARTT), ALL))
        .isNotEqualTo(LongStream.range(0, 40).boxed().toList());
  }

  @Test
  void goBackKeepsToOnePathAndReorderingDoesNot() {
    Pair one = pair("rod", SMARTT);
    one.send(30_000);
    assertThat(takeAll(one, one.a))
        .hasSizeGreaterThan(20)
        .allMatch(frame -> Uet.type(frame, Uet.PDS_AT) == Uet.ROD_REQ)
        .extracting(frame -> UdpHeader.sourcePort(frame, 34))
        .containsOnly(UdpHeader.sourcePort(takeOne(pair("rod", SMARTT)), 34));
    Pair many = pair("rod-reordered", SMARTT);
    many.send(30_000);
    assertThat(takeAll(many, many.a).stream().map(frame -> UdpHeader.sourcePort(frame, 34)))
        .doesNotHaveDuplicates();
  }

  private static byte[] takeOne(Pair pair) {
    pair.send(30_000);
    return pair.take(pair.a);
  }

  @Test
  void aTrimmedPacketOfGoBackIsRefusedAsTrimmedAndAllAfterItComeAgain() {
    Pair pair = pair("rod", SMARTT);
    pair.send(6000);
    List<byte[]> frames = takeAll(pair, pair.a);
    pair.deliver(pair.b, frames.get(0));
    pair.deliver(pair.a, pair.take(pair.b));
    pair.deliver(pair.b, Pair.trim(frames.get(1), true));
    for (byte[] frame : frames.subList(2, 6)) {
      pair.deliver(pair.b, frame);
    }
    List<byte[]> answers = takeAll(pair, pair.b);
    assertThat(answers).hasSize(1);
    assertThat(PdsNack.code(answers.getFirst(), Uet.PDS_AT)).isEqualTo(PdsNack.TRIMMED);
    pair.deliver(pair.a, answers.getFirst());
    assertThat(takeAll(pair, pair.a))
        .extracting(frame -> PdsRequest.psn(frame, Uet.PDS_AT))
        .isEqualTo(
            frames.subList(1, 6).stream().map(frame -> PdsRequest.psn(frame, Uet.PDS_AT)).toList());
  }

  @Test
  void theReordersPeakIsMeasured() {
    Pair pair = pair("rod-reordered", SMARTT);
    pair.send(6000);
    List<byte[]> frames = takeAll(pair, pair.a);
    for (int i : new int[] {0, 2, 3, 5, 1, 4}) {
      pair.deliver(pair.b, frames.get(i));
    }
    assertThat(pair.b.counters().reorderPeakPackets()).isEqualTo(3);
    assertThat(pair.deliveredInTurn).hasSize(1);
  }
}
