package io.smartt.host.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.host.credit.Eqds;
import io.smartt.host.settings.RecordSettings;
import io.smartt.host.transport.TransportCounters.DropReason;
import io.smartt.host.wire.SesResponse;
import io.smartt.host.wire.SesStandardRequest;
import io.smartt.host.wire.Uet;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Messages over the standard semantic header, and responses in acknowledgements. */
class StandardHeaderTest {
  private static final int SES = Uet.PDS_AT + 12;
  private static final int RESPONSE = Uet.PDS_AT + 32;
  private static final TransportSettings SETTINGS =
      Pair.with(
          RecordSettings.with(TransportSettings.DEFAULT, "max-payload-bytes", "1000"),
          "ses",
          "standard");
  private static final Pair.Faults FAULTS = new Pair.Faults(0.05, 0.1, 0.1, 0.05, 0, 3_000_000);

  private static List<byte[]> takeAll(Pair pair, TransportEndpoint from) {
    List<byte[]> frames = new ArrayList<>();
    for (byte[] frame = pair.take(from); frame.length > 0; frame = pair.take(from)) {
      frames.add(frame);
    }
    return frames;
  }

  @Test
  void framesHaveTheHeaderOfTheirPlaceInTheMessage() {
    Pair pair = new Pair(SETTINGS, 1);
    pair.send(2500);
    List<byte[]> frames = takeAll(pair, pair.a);
    assertThat(frames).extracting(frame -> frame.length).containsExactly(1098, 1098, 598);
    assertThat(frames)
        .allMatch(frame -> Uet.next(frame, Uet.PDS_AT) == Uet.REQ_STANDARD)
        .allMatch(frame -> SesStandardRequest.messageBytes(frame, SES) == 2500)
        .extracting(frame -> frame[SES + 1])
        .containsExactly((byte) 0x01, (byte) 0x00, (byte) 0x22);
    pair.deliver(pair.b, frames.get(1));
    byte[] ack = pair.take(pair.b);
    assertThat(ack).hasSize(86);
    assertThat(Uet.next(ack, Uet.PDS_AT)).isEqualTo(Uet.RESPONSE);
    assertThat(SesResponse.messageId(ack, RESPONSE)).isZero();
    assertThat(SesResponse.messageBytes(ack, RESPONSE)).isEqualTo(2500);
  }

  @Test
  void everyByteArrivesOnceThroughLossTrimsAndDuplicates() {
    Pair pair = new Pair(SETTINGS, 3);
    Pair credited = new Pair(SETTINGS, Eqds.alone(Eqds.SETTINGS.defaults()), 3);
    for (Pair each : List.of(pair, credited)) {
      each.carriesEveryByteOnce(FAULTS);
    }
  }

  @Test
  void aLengthThatLiesIsInconsistent() {
    Pair pair = new Pair(SETTINGS, 1);
    pair.send(2500);
    List<byte[]> frames = takeAll(pair, pair.a);
    byte[] within = frames.get(1).clone();
    within[SES + 35]++;
    pair.deliver(pair.b, within);
    assertThat(pair.b.drops(DropReason.INCONSISTENT)).isEqualTo(1);
    pair.deliver(pair.b, frames.get(0));
    byte[] another = frames.get(1).clone();
    another[SES + 43]++;
    pair.deliver(pair.b, another);
    assertThat(pair.b.drops(DropReason.INCONSISTENT)).as("another length").isEqualTo(2);
    assertThat(pair.b.counters().bytesDelivered()).isEqualTo(1000);
  }

  @Test
  void aResponseAboutAnotherMessageChangesNothing() {
    Pair pair = new Pair(SETTINGS, 1);
    pair.send(1000);
    pair.deliver(pair.b, pair.take(pair.a));
    byte[] ack = pair.take(pair.b);
    byte[] other = ack.clone();
    other[RESPONSE + 3] = 7;
    pair.deliver(pair.a, other);
    byte[] longer = ack.clone();
    longer[RESPONSE + 11]++;
    pair.deliver(pair.a, longer);
    assertThat(pair.a.drops(DropReason.INCONSISTENT)).isEqualTo(2);
    byte[] refused = ack.clone();
    refused[RESPONSE + 1] = 0x05;
    pair.deliver(pair.a, refused);
    assertThat(pair.a.drops(DropReason.UNSUPPORTED)).isEqualTo(1);
    assertThat(pair.completed).isEmpty();
    pair.deliver(pair.a, ack);
    assertThat(pair.completed).hasSize(1);
  }

  @Test
  void aMessageOf4GiBIsRefused() {
    Pair pair = new Pair(SETTINGS, 1);
    int connection = pair.open();
    assertThatThrownBy(() -> pair.a.send(0, connection, 1L << 32, PayloadSource.COUNTED))
        .hasMessage("message of 4294967296 bytes, accepted is 1 to 4294967295");
  }
}
