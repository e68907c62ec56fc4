package io.smartt.host.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.host.congestion.CongestionController;
import io.smartt.host.congestion.CongestionScheme;
import io.smartt.host.credit.Eqds;
import io.smartt.host.settings.RecordSettings;
import io.smartt.host.signals.Signals;
import io.smartt.host.transport.TransportCounters.DropReason;
import io.smartt.host.wire.Ipv4Header;
import io.smartt.host.wire.PdsRequest;
import io.smartt.host.wire.SesResponse;
import io.smartt.host.wire.SignalBlock;
import io.smartt.host.wire.UdpHeader;
import io.smartt.host.wire.Uet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Signals on their way: room in data frames, switches that write them, and acknowledgements. */
class SignalledFramesTest {
  private static final int BLOCK = Uet.PDS_AT + PdsRequest.BYTES;
  private static final int BACK = Uet.PDS_AT + 32;
  private static final TransportSettings PLAIN =
      RecordSettings.with(TransportSettings.DEFAULT, "max-payload-bytes", "1000");
  private static final TransportSettings SETTINGS =
      Pair.with(PLAIN, "signals", "csig.depth:32, hops[].port:16");

  /** What a controller is called with, one line a call. */
  private final List<String> heard = new ArrayList<>();

  private final CongestionScheme listening =
      (baseRttPs, linkBps, mtuBytes) ->
          new CongestionController() {
            @Override
            public void onSignals(Signals signals) {
              StringBuilder line = new StringBuilder().append(signals.get("csig.depth"));
              for (int i = 0; i < signals.hops(); i++) {
                line.append(' ').append(signals.hop(i, "hops[].port"));
              }
              heard.add(line.toString());
            }

            @Override
            public void onAck(long nowPs, int acked, long rttPs, boolean ecn, long inFlight) {
              heard.add("ack");
            }

            @Override
            public void onTrim(long nowPs, int frameBytes, long inFlight) {}

            @Override
            public void onTimeout(long nowPs, int frameBytes, long inFlight) {}

            @Override
            public long windowBytes() {
              return 10_000;
            }
          };

  /** A switch: its depth where it is above that in the packet, and its port in front. */
  private static byte[] stamp(byte[] frame, int block, int depth, int port) {
    byte[] longer = new byte[frame.length + 2];
    int hops = block + SignalBlock.HEADER_BYTES + 4;
    System.arraycopy(frame, 0, longer, 0, hops);
    System.arraycopy(frame, hops, longer, hops + 2, frame.length - hops);
    longer[block + 1] = (byte) (longer[block + 1] + 2);
    longer[block + 5] = (byte) Math.max(depth, longer[block + 5]);
    longer[hops + 1] = (byte) port;
    Pair.rewrite(longer, TransportSettings.DEFAULT.dataDscp(), 1, longer.length - 14);
    int udp = longer.length - 34;
    longer[38] = (byte) (udp >> 8);
    longer[39] = (byte) udp;
    return longer;
  }

  @Test
  void aDataFrameHasRoomBehindItsPdsHeader() {
    Pair pair = new Pair(SETTINGS, 1);
    pair.send(2_500);
    byte[] frame = pair.take(pair.a);
    assertThat(frame).hasSize(1_000 + 74 + 6);
    assertThat(Uet.next(frame, Uet.PDS_AT)).isEqualTo(Uet.SIGNALS);
    assertThat(Arrays.copyOfRange(frame, BLOCK, BLOCK + 6)).containsExactly(0x10, 4, 0, 0, 0, 0);
    assertThat(UdpHeader.length(frame, 34)).isEqualTo(frame.length - 34);
    assertThat(Ipv4Header.totalLength(frame, 14)).isEqualTo(frame.length - 14);
  }

  @Test
  void whatSwitchesWriteComesBackInTheAcknowledgementBeforeItsBytes() {
    Pair pair = new Pair(SETTINGS, listening, 1);
    pair.switches = frame -> stamp(stamp(frame, BLOCK, 7, 1), BLOCK, 5, 2);
    pair.send(2_500);
    pair.run(Long.MAX_VALUE);
    assertThat(pair.allDelivered()).isTrue();
    assertThat(heard).containsExactly("7 2 1", "ack", "7 2 1", "ack", "7 2 1", "ack");
  }

  @Test
  void acknowledgementsThatWaitKeepEachItsOwn() {
    Pair pair = new Pair(SETTINGS, listening, 1);
    pair.send(9_000);
    List<byte[]> frames = new ArrayList<>();
    for (byte[] frame = pair.take(pair.a); frame.length > 0; frame = pair.take(pair.a)) {
      frames.add(stamp(frame, BLOCK, frames.size() + 1, 9));
    }
    // More than the queue of answers has room for at first.
    assertThat(frames).hasSize(9);
    frames.forEach(frame -> pair.deliver(pair.b, frame));
    for (int i = 1; i <= 9; i++) {
      byte[] ack = pair.take(pair.b);
      assertThat(Uet.next(ack, Uet.PDS_AT)).isEqualTo(Uet.SIGNALS_BACK);
      assertThat(Arrays.copyOfRange(ack, BACK, ack.length))
          .containsExactly(0x00, 6, 0, 0, 0, i, 0, 9);
    }
  }

  @Test
  void anAcknowledgementOfAFrameWithoutSignalsHasNone() {
    Pair pair = new Pair(SETTINGS, listening, 1);
    pair.send(2_000);
    pair.deliver(pair.b, pair.take(pair.a));
    assertThat(pair.take(pair.b)).hasSize(74 + 6);
    Pair plain = new Pair(PLAIN, 1);
    plain.send(2_000);
    pair.deliver(pair.b, plain.take(plain.a));
    assertThat(Uet.next(pair.take(pair.b), Uet.PDS_AT)).isEqualTo(Uet.NO_NEXT);
  }

  @Test
  void aResponseIsBehindTheSignals() {
    Pair pair = new Pair(Pair.with(SETTINGS, "ses", "standard"), listening, 1);
    pair.switches = frame -> stamp(frame, BLOCK, 3, 4);
    pair.send(1_500);
    pair.deliver(pair.b, pair.switches.apply(pair.take(pair.a)));
    byte[] ack = pair.take(pair.b);
    assertThat(ack).hasSize(86 + 8);
    assertThat(SesResponse.messageBytes(ack, BACK + 8)).isEqualTo(1_500);
    pair.deliver(pair.a, ack);
    assertThat(heard).containsExactly("3 4", "ack");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rud", "rod", "rod-reordered"})
  void everyByteArrivesOnceThroughLossTrimsAndDuplicates(String delivery) {
    TransportSettings settings = Pair.with(SETTINGS, "delivery", delivery);
    Pair pair = new Pair(settings, 3);
    Pair credited = new Pair(settings, Eqds.alone(Eqds.SETTINGS.defaults()), 3);
    pair.switches = frame -> stamp(frame, BLOCK, 3, 4);
    credited.switches = frame -> stamp(frame, BLOCK + 4, 3, 4);
    for (Pair each : List.of(pair, credited)) {
      each.carriesEveryByteOnce(
          new Pair.Faults(0.05, 0.1, 0.1, 0.05, 0, delivery.equals("rod") ? 0 : 3_000_000));
    }
  }

  @Test
  void signalsOfAnotherLengthThanAgreedAreCountedAndNotTaken() {
    Pair pair = new Pair(SETTINGS, listening, 1);
    pair.send(1_000);
    byte[] longer = stamp(pair.take(pair.a), BLOCK, 3, 4);
    pair.deliver(pair.b, longer);
    byte[] ack = pair.take(pair.b);
    // One byte of a hop: the receiver sends back all that came, the sender knows what it asked for.
    byte[] cut = Arrays.copyOf(ack, ack.length - 1);
    cut[BACK + 1]--;
    Pair.rewrite(cut, TransportSettings.DEFAULT.controlDscp(), 0, cut.length - 14);
    cut[39]--;
    pair.deliver(pair.a, cut);
    assertThat(pair.a.drops(DropReason.INCONSISTENT)).isEqualTo(1);
    assertThat(heard).isEmpty();
    pair.deliver(pair.a, ack);
    assertThat(heard).containsExactly("3 4", "ack");
  }

  @Test
  void aBlockThatIsNotWholeMakesAnAcknowledgementMalformed() {
    Pair pair = new Pair(SETTINGS, listening, 1);
    pair.send(1_000);
    pair.deliver(pair.b, pair.take(pair.a));
    byte[] ack = pair.take(pair.b);
    byte[] lies = ack.clone();
    lies[BACK + 1] = 5;
    pair.deliver(pair.a, lies);
    byte[] tooMany = ack.clone();
    tooMany[BACK + 1] = 127;
    pair.deliver(pair.a, tooMany);
    byte[] announces = Arrays.copyOf(ack, BACK);
    Pair.rewrite(announces, TransportSettings.DEFAULT.controlDscp(), 0, BACK - 14);
    announces[39] = (byte) (announces[39] - 6);
    pair.deliver(pair.a, announces);
    assertThat(pair.a.drops(DropReason.MALFORMED)).isEqualTo(3);
    assertThat(heard).isEmpty();
  }

  @Test
  void aTrimmedFrameWithoutItsBlockIsStillRefusedAndSentAgain() {
    Pair pair = new Pair(SETTINGS, listening, 1);
    pair.send(1_000);
    byte[] frame = pair.take(pair.a);
    pair.deliver(pair.b, Arrays.copyOf(Pair.trim(frame, false), 54));
    // It would open a connection, which a trimmed frame may not; its sender is answered all the
    // same.
    byte[] nack = pair.take(pair.b);
    assertThat(Uet.type(nack, Uet.PDS_AT)).isEqualTo(Uet.NACK);
    pair.deliver(pair.a, nack);
    byte[] again = pair.take(pair.a);
    assertThat(Uet.flags(again, Uet.PDS_AT) & Uet.FLAG_RETX).isNotZero();
    assertThat(again).hasSameSizeAs(frame);
  }
}
