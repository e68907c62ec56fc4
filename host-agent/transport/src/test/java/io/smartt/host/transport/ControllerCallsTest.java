package io.smartt.host.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.host.congestion.CongestionController;
import io.smartt.host.congestion.CongestionScheme;
import io.smartt.host.congestion.Swift;
import io.smartt.host.credit.Eqds;
import io.smartt.host.pathing.PathScheme;
import io.smartt.host.pathing.PathSelector;
import io.smartt.host.pathing.PerFlowEcmp;
import io.smartt.host.pathing.RoundRobin;
import io.smartt.host.settings.RecordSettings;
import io.smartt.host.wire.Ipv4Header;
import io.smartt.host.wire.UdpHeader;
import io.smartt.host.wire.Uet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a controller says of single packets, and its timer. */
@Timeout(20)
class ControllerCallsTest {
  private static final TransportSettings SETTINGS =
      RecordSettings.with(TransportSettings.DEFAULT, "max-payload-bytes", "1000");
  private static final long US = 1_000_000;

  /** A window of two packets, code points by what is left of a message, and a timer. */
  private static final class Chooser implements CongestionController {
    final List<Long> left = new ArrayList<>();
    final List<Long> timers = new ArrayList<>();
    final List<String> answers = new ArrayList<>();
    LongUnaryOperator dscps = leftBytes -> DSCP_OF_FLOW;
    LongUnaryOperator nextTimer = nowPs -> Long.MAX_VALUE;
    long timer = Long.MAX_VALUE;
    final PathSelector own = nowPs -> 4711;

    @Override
    public Optional<PathSelector> paths() {
      return Optional.of(own);
    }

    @Override
    public int dscp(long messageBytes, long leftBytes) {
      left.add(leftBytes);
      return (int) dscps.applyAsLong(leftBytes);
    }

    @Override
    public long timerPs() {
      return timer;
    }

    @Override
    public void onTimer(long nowPs) {
      timers.add(nowPs);
      timer = nextTimer.applyAsLong(nowPs);
    }

    @Override
    public void onHostDelay(long hostPs) {
      answers.add("host " + hostPs);
    }

    @Override
    public void onAck(long nowPs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes) {
      answers.add("rtt " + rttPs);
    }

    @Override
    public void onTrim(long nowPs, int frameBytes, long inFlightBytes) {}

    @Override
    public void onTimeout(long nowPs, int frameBytes, long inFlightBytes) {}

    @Override
    public long windowBytes() {
      return 2 * 1074;
    }
  }

  private final Chooser chooser = new Chooser();
  private final Pair pair = new Pair(SETTINGS, (baseRtt, link, mtu) -> chooser, 1);

  private static int dscp(byte[] frame) {
    return Ipv4Header.dscp(frame, 14);
  }

  @Test
  void aFrameHasTheCodePointThatItsControllerChooses() {
    chooser.dscps =
        left -> left == 2_500 ? 20 : left > 500 ? 30 : CongestionController.DSCP_OF_FLOW;
    pair.send(2_500);
    List<Integer> sent = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      byte[] frame = pair.take(pair.a);
      sent.add(dscp(frame));
      pair.deliver(pair.b, frame);
    }
    assertThat(pair.take(pair.a)).isEmpty();
    // Two of three packets have arrived; the last, of 500 bytes, counts as a whole one.
    pair.deliver(pair.a, pair.take(pair.b));
    byte[] last = pair.take(pair.a);
    sent.add(dscp(last));
    assertThat(sent).containsExactly(20, 20, 30);
    assertThat(Ipv4Header.ecn(last, 14)).isEqualTo(Ipv4Header.ECT_0);
    assertThat(chooser.left).containsExactly(2_500L, 2_500L, 1_000L);
    pair.deliver(pair.b, last);
    pair.run(Long.MAX_VALUE);
    assertThat(pair.allDelivered()).isTrue();
  }

  @Test
  void aPacketSentAgainHasTheCodePointOfWhatIsLeft() {
    chooser.dscps = left -> left == 2_000 ? 20 : 30;
    pair.send(2_000);
    pair.take(pair.a);
    pair.deliver(pair.b, pair.take(pair.a));
    pair.deliver(pair.a, pair.take(pair.b));
    pair.nowPs = pair.a.nextDeadlinePs();
    pair.a.onDeadline(pair.nowPs);
    assertThat(dscp(pair.take(pair.a))).isEqualTo(30);
  }

  @Test
  void pausedDataIsThatOfTheNextFramesCodePoint() {
    chooser.dscps = left -> 20;
    pair.send(1_000);
    OutgoingFrame out = new OutgoingFrame();
    assertThat(pair.a.nextFrame(0, 1L << 20, out)).isFalse();
    assertThat(pair.a.nextFrame(0, 1L << SETTINGS.dataDscp(), out)).isTrue();
  }

  @Test
  void aCodePointOfMoreThanSixBitsIsRefused() {
    chooser.dscps = left -> 64;
    pair.send(1_000);
    assertThatThrownBy(() -> pair.take(pair.a)).hasMessageContaining("DSCP is 64");
  }

  @Test
  void aCapUnderCreditChoosesToo() {
    Pair credited =
        new Pair(
            SETTINGS, Eqds.cappedBy((baseRtt, link, mtu) -> chooser, Eqds.SETTINGS.defaults()), 1);
    chooser.dscps = left -> 20;
    chooser.timer = 3 * US;
    credited.send(1_000);
    byte[] frame = credited.take(credited.a);
    assertThat(dscp(frame)).isEqualTo(20);
    credited.deliver(credited.b, frame);
    credited.run(Long.MAX_VALUE);
    assertThat(chooser.timers).containsExactly(3 * US);
  }

  private int firstEntropy(CongestionScheme scheme, PathScheme paths) {
    TransportEndpoint endpoint =
        new TransportEndpoint(
            new Destination(Pair.A, Pair.A),
            SETTINGS,
            scheme,
            paths,
            new TransportListener() {},
            new SplittableRandom(1));
    endpoint.send(
        0, new Destination(Pair.B, Pair.B), 1_000, Pair.PATH, TransportEndpoint.OWN_SCHEME);
    OutgoingFrame out = new OutgoingFrame();
    assertThat(endpoint.nextFrame(0, out)).isTrue();
    return UdpHeader.sourcePort(out.header(), 34);
  }

  @Test
  void aControllersChoiceOfPathsCountsWhereHostsBalanceNoLoadOtherwise() {
    CongestionScheme chooses = (baseRtt, link, mtu) -> chooser;
    PathScheme ecmp = (bdp, baseRtt, random) -> new PerFlowEcmp(random);
    PathScheme turns = (bdp, baseRtt, random) -> new RoundRobin(16);
    assertThat(firstEntropy(chooses, ecmp)).isEqualTo(4711);
    assertThat(firstEntropy(Eqds.cappedBy(chooses, Eqds.SETTINGS.defaults()), ecmp))
        .isEqualTo(4711);
    assertThat(firstEntropy(chooses, turns)).isZero();
    int ofTheFlow = new PerFlowEcmp(new SplittableRandom(1)).nextEntropy(0);
    assertThat(firstEntropy(new Swift(Swift.SETTINGS.defaults()), ecmp)).isEqualTo(ofTheFlow);
  }

  /** The receiver has a packet for 2.5 us, and the sender its acknowledgement for 3. */
  private byte[] answer(Pair of) {
    of.send(1_000);
    byte[] data = of.take(of.a);
    of.nowPs = 10 * US;
    of.b.receive(of.nowPs, 2 * US, data, 0, data.length, data.length);
    of.nowPs += US / 2;
    byte[] ack = of.take(of.b);
    of.nowPs = 20 * US;
    of.a.receive(of.nowPs, 3 * US, ack, 0, ack.length, ack.length);
    return ack;
  }

  @Test
  void hostsPartOfARoundTripComesBeforeItsAcknowledgement() {
    TransportSettings timed = Pair.with(SETTINGS, "service-time", "true");
    answer(new Pair(timed, (baseRtt, link, mtu) -> chooser, 1));
    // 19 whole steps of 128 ns.
    assertThat(chooser.answers).containsExactly("host " + (2_432_000 + 3 * US), "rtt " + 20 * US);
    chooser.answers.clear();
    answer(
        new Pair(
            timed, Eqds.cappedBy((baseRtt, link, mtu) -> chooser, Eqds.SETTINGS.defaults()), 1));
    assertThat(chooser.answers).containsExactly("host " + (2_432_000 + 3 * US), "rtt " + 20 * US);
  }

  @Test
  void hostsPartIsNoLongerThanTheRoundTrip() {
    Pair timed =
        new Pair(Pair.with(SETTINGS, "service-time", "true"), (baseRtt, link, mtu) -> chooser, 1);
    timed.send(1_000);
    timed.deliver(timed.b, timed.take(timed.a));
    byte[] ack = timed.take(timed.b);
    timed.nowPs = US;
    timed.a.receive(timed.nowPs, 2 * US, ack, 0, ack.length, ack.length);
    assertThat(chooser.answers).containsExactly("host " + US, "rtt " + US);
  }

  @Test
  void anAcknowledgementOfWhichTheRoundTripIsNotKnownSaysNothingOfHosts() {
    Pair timed =
        new Pair(
            Pair.with(Pair.with(SETTINGS, "service-time", "true"), "rtt-transmissions", "1"),
            (baseRtt, link, mtu) -> chooser,
            1);
    timed.send(1_000);
    timed.take(timed.a);
    timed.nowPs = timed.a.nextDeadlinePs();
    timed.a.onDeadline(timed.nowPs);
    timed.deliver(timed.b, timed.take(timed.a));
    timed.deliver(timed.a, timed.take(timed.b));
    assertThat(chooser.answers).containsExactly("rtt " + CongestionController.RTT_UNKNOWN);
  }

  /** The packet and its acknowledgement waited in hosts all the same. */
  @Test
  void whereNobodyAsksFramesAreAsTheyWereAndNobodyHears() {
    byte[] ack = answer(pair);
    assertThat(chooser.answers).containsExactly("rtt " + 20 * US);
    Pair timed =
        new Pair(Pair.with(SETTINGS, "service-time", "true"), (baseRtt, link, mtu) -> chooser, 1);
    byte[] said = answer(timed);
    int at = Uet.PDS_AT + 24;
    assertThat(said[at + 1]).isEqualTo((byte) 19);
    assertThat(ack[at + 1]).isZero();
    said[at + 1] = 0;
    assertThat(said).isEqualTo(ack);
  }

  @Test
  void aTimerComesAtItsTimeWhileAMessageIsSent() {
    chooser.timer = 5 * US;
    chooser.nextTimer = nowPs -> nowPs + 7 * US;
    pair.run(Long.MAX_VALUE);
    assertThat(chooser.timers).isEmpty();
    pair.send(10_000);
    pair.run(Long.MAX_VALUE);
    assertThat(pair.allDelivered()).isTrue();
    // Five windows of two packets, 8 us each.
    assertThat(chooser.timers).containsExactly(5 * US, 12 * US, 19 * US, 26 * US, 33 * US);
  }

  @Test
  void aTimerThatStaysDueIsCalledOnceANanosecond() {
    chooser.timer = 0;
    chooser.nextTimer = nowPs -> 0;
    pair.send(1_000);
    pair.take(pair.a);
    pair.run(10_500);
    assertThat(chooser.timers).hasSize(11).contains(0L, 1_000L, 10_000L);
  }
}
