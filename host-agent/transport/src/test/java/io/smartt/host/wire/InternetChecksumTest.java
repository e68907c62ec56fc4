package io.smartt.host.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.host.wire.Ipv4Header.InternetChecksum;
import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class InternetChecksumTest {
  /** RFC 1071, Sec. 3. */
  @Test
  void theExampleOfTheRfc() {
    byte[] bytes = {
      0x00, 0x01, (byte) 0xf2, 0x03, (byte) 0xf4, (byte) 0xf5, (byte) 0xf6, (byte) 0xf7
    };

    assertThat(InternetChecksum.fold(InternetChecksum.sum(bytes, 0, 8))).isEqualTo(0xddf2);
  }

  @Property
  void isTheSumOfSixteenBitWordsOneByOne(
      @ForAll long seed,
      @ForAll @IntRange(min = 0, max = 9) int from,
      @ForAll @IntRange(min = 0, max = 9_000) int length) {
    byte[] bytes = new byte[9_010];
    new SplittableRandom(seed).nextBytes(bytes);

    assertThat(InternetChecksum.fold(InternetChecksum.sum(bytes, from, length)))
        .isEqualTo(wordByWord(bytes, from, length));
  }

  @Property
  void aPayloadsSumIsTheSame(
      @ForAll long seed,
      @ForAll @IntRange(min = 0, max = 9) int from,
      @ForAll @IntRange(min = 0, max = 9_000) int length) {
    byte[] bytes = new byte[9_010];
    new SplittableRandom(seed).nextBytes(bytes);
    UdpHeader.PayloadSum sums = new UdpHeader.PayloadSum();
    var _ = sums.of(new byte[9_010], from, length);

    assertThat(InternetChecksum.fold(sums.of(bytes, from, length)))
        .isEqualTo(wordByWord(bytes, from, length));
  }

  @Test
  void carriesOfTheLargestWordsAreNotLost() {
    byte[] bytes = new byte[9_000];
    Arrays.fill(bytes, (byte) 0xff);

    assertThat(InternetChecksum.fold(InternetChecksum.sum(bytes, 0, 9_000))).isEqualTo(0xffff);
    assertThat(InternetChecksum.fold(new UdpHeader.PayloadSum().of(bytes, 0, 9_000)))
        .isEqualTo(0xffff);
  }

  private static int wordByWord(byte[] bytes, int from, int length) {
    int sum = 0;
    for (int i = 0; i < length; i += 2) {
      int low = i + 1 < length ? bytes[from + i + 1] & 0xff : 0;
      sum += (bytes[from + i] & 0xff) << 8 | low;
      sum = (sum & 0xffff) + (sum >>> 16);
    }
    return sum;
  }
}
