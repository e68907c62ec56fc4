package io.smartt.host.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.host.congestion.CongestionScheme;
import io.smartt.host.congestion.Smartt;
import io.smartt.host.credit.Eqds;
import io.smartt.host.credit.Rccc;
import io.smartt.host.pathing.Reps;
import io.smartt.host.settings.RecordSettings;
import io.smartt.host.wire.PdsAck;
import io.smartt.host.wire.PdsControl;
import io.smartt.host.wire.PdsRequest;
import io.smartt.host.wire.Uet;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Receivers that answer several packets at once, and senders that cannot go on: no timer runs out.
 */
class AckProbeTest {
  private static final long US = 1_000_000;
  private static final TransportSettings EACH_PACKET =
      RecordSettings.with(TransportSettings.DEFAULT, "max-payload-bytes", "1000");
  private static final TransportSettings EVERY_FOUR =
      Pair.with(EACH_PACKET, "ack-every-packets", "4");
  private static final CongestionScheme EQDS = Eqds.alone(Eqds.SETTINGS.defaults());

  private static List<byte[]> takeAll(Pair pair, TransportEndpoint from) {
    List<byte[]> frames = new ArrayList<>();
    for (byte[] frame = pair.take(from); frame.length > 0; frame = pair.take(from)) {
      frames.add(frame);
    }
    return frames;
  }

  private static boolean asks(byte[] frame) {
    return (Uet.flags(frame, Uet.PDS_AT) & Uet.FLAG_ACK_REQUEST) != 0;
  }

  private static boolean isProbe(byte[] frame) {
    return Uet.type(frame, Uet.PDS_AT) == Uet.CTRL
        && Uet.next(frame, Uet.PDS_AT) == PdsControl.ACK_REQUEST;
  }

  /** A pair whose sender has two packets in flight that wait for two more. */
  private static Pair twoUnanswered(TransportSettings settings, List<byte[]> frames) {
    Pair pair = new Pair(settings, new Smartt(Smartt.Settings.PAPER), 1);
    int connection = pair.open();
    pair.send(connection, 1000);
    pair.deliver(pair.b, pair.take(pair.a));
    takeAll(pair, pair.b).forEach(frame -> pair.deliver(pair.a, frame));
    pair.send(connection, 10_000);
    frames.add(pair.take(pair.a));
    frames.add(pair.take(pair.a));
    return pair;
  }

  @Test
  void theLastPacketThatCreditAllowsAsks() {
    Pair pair = new Pair(EVERY_FOUR, EQDS, 1);
    pair.send(1_000_000);
    List<byte[]> unasked = takeAll(pair, pair.a);
    List<byte[]> data =
        unasked.stream().filter(frame -> Uet.type(frame, Uet.PDS_AT) == Uet.RUD_CC_REQ).toList();
    assertThat(data).hasSizeGreaterThan(10);
    assertThat(data.stream().filter(AckProbeTest::asks)).containsExactly(data.getLast());
  }

  @Test
  void aPacketWithoutAnswerForHalfOfItsTimeoutIsAskedFor() {
    List<byte[]> frames = new ArrayList<>();
    Pair pair = twoUnanswered(EVERY_FOUR, frames);
    frames.forEach(frame -> pair.deliver(pair.b, frame));
    assertThat(takeAll(pair, pair.b)).as("they wait for others").isEmpty();
    pair.nowPs = pair.a.nextDeadlinePs();
    assertThat(pair.nowPs).isEqualTo(35 * US);
    pair.a.onDeadline(pair.nowPs);
    byte[] probe = pair.take(pair.a);
    assertThat(isProbe(probe)).isTrue();
    pair.deliver(pair.b, probe);
    byte[] answer = pair.take(pair.b);
    assertThat(Uet.flags(answer, Uet.PDS_AT)).isEqualTo(Uet.FLAG_PROBE);
    assertThat(PdsAck.cumulativePsn(answer, Uet.PDS_AT))
        .isEqualTo(PdsRequest.psn(frames.get(1), Uet.PDS_AT));
    int told = pair.rtts.size();
    pair.deliver(pair.a, answer);
    assertThat(pair.rtts.subList(told, pair.rtts.size())).as("tells no RTT").containsExactly(-1L);
    assertThat(pair.a.inFlightBytes(pair.a.connectionOf(1))).isZero();
  }

  @Test
  void whatTheQuestionOvertookIsAnsweredAtOnce() {
    List<byte[]> frames = new ArrayList<>();
    Pair pair = twoUnanswered(EVERY_FOUR, frames);
    pair.nowPs = pair.a.nextDeadlinePs();
    pair.a.onDeadline(pair.nowPs);
    pair.deliver(pair.b, pair.take(pair.a));
    assertThat(takeAll(pair, pair.b)).hasSize(1);
    pair.deliver(pair.b, frames.get(0));
    assertThat(takeAll(pair, pair.b)).hasSize(1);
    pair.deliver(pair.b, frames.get(1));
    assertThat(takeAll(pair, pair.b)).hasSize(1);
    pair.deliver(pair.b, pair.take(pair.a));
    assertThat(takeAll(pair, pair.b)).as("sent later").isEmpty();
  }

  @Test
  void withAnAnswerAPacketNobodyAsks() {
    List<byte[]> frames = new ArrayList<>();
    Pair pair = twoUnanswered(EACH_PACKET, frames);
    assertThat(pair.a.nextDeadlinePs()).isEqualTo(70 * US);
  }

  private static long timeouts(CongestionScheme scheme, int senders) {
    Bottleneck network =
        new Bottleneck(
            senders,
            100_000_000_000L,
            12 * US,
            true,
            scheme,
            (bdpPackets, baseRtt, random) -> new Reps(bdpPackets, baseRtt, random),
            Pair.with(
                Pair.with(
                    Pair.with(TransportSettings.DEFAULT, "ack-every-packets", "1024"),
                    "ack-every-bytes",
                    "16384"),
                "ack-out-of-order-at-once",
                "false"),
            1);
    network.receiver.endpoint.grantCredit(
        Rccc.SETTINGS.defaults().pulls(100_000_000_000L, 4174, 10_000_000));
    for (int i = 0; i < senders; i++) {
      network.send(i, 0, 1 << 17);
    }
    network.run(100_000 * US);
    assertThat(network.completionsPs).hasSize(senders);
    return network.senders.stream().mapToLong(node -> node.endpoint.counters().timeouts()).sum();
  }

  @Test
  void incastsOnCreditHaveNoTimeouts() {
    assertThat(timeouts(Rccc.alone(Rccc.SETTINGS.defaults()), 127)).isZero();
    assertThat(timeouts(EQDS, 100)).isZero();
  }

  private static AckProbe probe(TransportSettings settings) {
    return new AckProbe(settings.reliability(), 100);
  }

  @Test
  void aPacketIsLookedAtAfterHalfOfItsFirstTimeoutAndNoMoreOnceItWasAskedFor() {
    AckProbe probe = probe(EVERY_FOUR);
    assertThat(probe.firstDeadlinePs(7, 100)).isEqualTo(57);
    assertThat(probe.firstDeadlinePs(7, 30)).as("a shorter timeout").isEqualTo(37);
    assertThat(probe.look(56, 7, 1)).as("too early").isEqualTo(57);
    assertThat(probe.isDue()).isFalse();
    assertThat(probe.look(57, 7, 1)).isEqualTo(Long.MAX_VALUE);
    assertThat(probe.isDue()).isTrue();
    probe.asked(60);
    assertThat(probe.isDue()).isFalse();
    assertThat(probe.look(200, 59, 1)).as("sent before").isEqualTo(Long.MAX_VALUE);
    assertThat(probe.isDue()).isFalse();
    assertThat(probe.look(110, 60, 2)).as("sent again").isEqualTo(Long.MAX_VALUE);
    assertThat(probe.isDue()).isFalse();
    assertThat(probe.look(110, 60, 1)).isEqualTo(Long.MAX_VALUE);
    assertThat(probe.isDue()).isTrue();
    probe.cancel();
    assertThat(probe.isDue()).isFalse();
  }

  @Test
  void whereEachPacketIsAnsweredNoneIsLookedAt() {
    AckProbe probe = probe(EACH_PACKET);
    assertThat(probe.firstDeadlinePs(7, 100)).isEqualTo(107);
    assertThat(probe.look(1000, 7, 1)).isEqualTo(Long.MAX_VALUE);
    assertThat(probe.isDue()).isFalse();
  }
}
