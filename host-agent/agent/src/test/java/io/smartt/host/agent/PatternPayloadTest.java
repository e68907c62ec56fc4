package io.smartt.host.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.host.transport.Destination;
import io.smartt.host.transport.PayloadSink.PayloadTarget;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class PatternPayloadTest {
  private static final int HOST = 0x0a000001;

  private static byte[] sent(long messageId, long offset, int length) {
    PatternPayload.Source source = new PatternPayload.Source(HOST);
    source.numberAs(messageId);
    byte[] bytes = new byte[length];
    source.copy(offset, bytes, 0, length);
    return bytes;
  }

  private static PayloadTarget checker(int ipv4, long messageId) {
    return PatternPayload.checker().open(new Destination(ipv4, 0), messageId).orElseThrow();
  }

  @Property
  void whatWasSentIsAcceptedHoweverItIsCutAndNothingElse(
      @ForAll @LongRange(min = 0, max = 1L << 40) long offset,
      @ForAll @IntRange(min = 1, max = 200) int length,
      @ForAll @IntRange(min = 0, max = 199) int wrong) {
    byte[] bytes = sent(7, offset, length);

    assertThat(checker(HOST, 7).place(offset, bytes, 0, length)).isTrue();
    bytes[wrong % length] ^= 1;
    assertThat(checker(HOST, 7).place(offset, bytes, 0, length)).isFalse();
  }

  @Property
  void aPartIsThePartOfTheWhole(
      @ForAll @IntRange(min = 0, max = 40) int from,
      @ForAll @IntRange(min = 1, max = 24) int length) {
    byte[] whole = sent(1, 0, 64);
    byte[] part = sent(1, from, length);

    for (int i = 0; i < length; i++) {
      assertThat(part[i]).isEqualTo(whole[from + i]);
    }
  }

  /** Longer than the words that are counted at once. */
  @Property
  void aWrongByteOfALongPayloadShows(
      @ForAll @LongRange(min = 0, max = 1L << 40) long offset,
      @ForAll @IntRange(min = 0, max = 19_999) int wrong) {
    byte[] bytes = sent(7, offset, 20_000);

    assertThat(checker(HOST, 7).place(offset, bytes, 0, 20_000)).isTrue();
    bytes[wrong] ^= 0x40;
    assertThat(checker(HOST, 7).place(offset, bytes, 0, 20_000)).isFalse();
  }

  @Test
  void aSourceFillsOneArrayAfterAnother() {
    PatternPayload.Source source = new PatternPayload.Source(HOST);
    source.numberAs(7);
    byte[] first = new byte[100];
    byte[] second = new byte[100];
    source.copy(0, first, 10, 90);
    source.copy(0, second, 10, 90);

    assertThat(second).isEqualTo(first);
    assertThat(checker(HOST, 7).place(0, second, 10, 90)).isTrue();
  }

  @Test
  void bytesOfAnotherHostMessageOrPlaceAreRefused() {
    byte[] bytes = sent(7, 4096, 4096);

    assertThat(checker(HOST, 8).place(4096, bytes, 0, 4096)).isFalse();
    assertThat(checker(HOST + 1, 7).place(4096, bytes, 0, 4096)).isFalse();
    assertThat(checker(HOST, 7).place(0, bytes, 0, 4096)).isFalse();
  }
}
