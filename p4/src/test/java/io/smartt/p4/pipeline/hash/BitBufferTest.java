package io.smartt.p4.pipeline.hash;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Tests of {@link BitBuffer}. */
class BitBufferTest {
  record Piece(long value, int width) {}

  @Test
  void appendsBitsMostSignificantFirstAndPadsTheLastByte() {
    BitBuffer buffer = new BitBuffer();
    buffer.append(0x4, 4);
    buffer.append(0x5, 4);
    buffer.append(0b101, 3);
    buffer.append(0x1fff, 13);
    buffer.append(1, 1);

    // 0x45, 101 11111, 11111111, 1 0000000
    assertThat(hex(buffer)).isEqualTo("45bfff80");
  }

  @Test
  void appendsWideNumbersAndBytes() {
    BitBuffer buffer = new BitBuffer();
    buffer.append(1, 4);
    buffer.append(new long[] {0x2, 0x3456789abcdef012L}, 0, 2, 68);
    buffer.append(new byte[] {(byte) 0xab, (byte) 0xcd}, 0, 2);
    buffer.appendZeros(2);

    assertThat(hex(buffer)).isEqualTo("123456789abcdef012abcd0000");
  }

  @Property
  void isTheConcatenationOfItsPieces(@ForAll("pieces") List<Piece> pieces) {
    BitBuffer buffer = new BitBuffer();
    BigInteger expected = BigInteger.ZERO;
    int bits = 0;
    for (Piece piece : pieces) {
      buffer.append(piece.value(), piece.width());
      BigInteger low =
          BigInteger.valueOf(piece.value()).mod(BigInteger.ONE.shiftLeft(piece.width()));
      expected = expected.shiftLeft(piece.width()).or(low);
      bits += piece.width();
    }
    int bytes = (bits + 7) / 8;
    expected = expected.shiftLeft(bytes * 8 - bits);

    assertThat(buffer.length()).isEqualTo(bytes);
    assertThat(new BigInteger(1, Arrays.copyOf(buffer.bytes(), bytes))).isEqualTo(expected);
  }

  @Provide
  Arbitrary<List<Piece>> pieces() {
    return Combinators.combine(Arbitraries.longs(), Arbitraries.integers().between(0, 64))
        .as(Piece::new)
        .list()
        .ofMaxSize(60);
  }

  private static String hex(BitBuffer buffer) {
    return HexFormat.of().formatHex(buffer.bytes(), 0, buffer.length());
  }
}
