package io.smartt.p4.pipeline.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.p4.pipeline.Words;
import java.math.BigInteger;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Tests of {@link Headers.BitReader}. */
class BitReaderTest {
  @Property(tries = 2000)
  void readsAnyBitsFromAnywhere(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 200) int width,
      @ForAll @IntRange(min = 0, max = 40) int at) {
    byte[] data = new byte[(at + width + 7) / 8 + new Random(seed).nextInt(10)];
    new Random(seed).nextBytes(data);
    BigInteger expected =
        new BigInteger(1, data)
            .shiftRight(data.length * 8 - at - width)
            .mod(BigInteger.ONE.shiftLeft(width));

    long[] words = new long[Words.count(width)];
    Headers.BitReader.read(data, at, width, words, 0);

    assertThat(Words.get(words, 0, width)).isEqualTo(expected);
    if (width <= Long.SIZE) {
      assertThat(Headers.BitReader.read(data, at, width)).isEqualTo(expected.longValue());
    }
  }
}
