package io.smartt.p4.pipeline.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code wide.p4} computes is what unbounded integers give. */
class WideNumbersTest {
  private static final int WIDTH = 192;
  private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(WIDTH);
  private static final BigInteger ONES = MODULUS.subtract(BigInteger.ONE);

  private final Device device = new Device("wide");

  record Operands(BigInteger a, BigInteger b) {}

  static Stream<Operands> operands() {
    List<BigInteger> numbers = new ArrayList<>();
    numbers.add(BigInteger.ZERO);
    numbers.add(BigInteger.ONE);
    numbers.add(ONES);
    numbers.add(BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE));
    numbers.add(BigInteger.ONE.shiftLeft(128));
    numbers.add(ONES.shiftRight(64).shiftLeft(64));
    Random random = new Random(1);
    numbers.add(new BigInteger(WIDTH, random));
    numbers.add(new BigInteger(WIDTH, random));
    return numbers.stream().flatMap(a -> numbers.stream().map(b -> new Operands(a, b)));
  }

  @ParameterizedTest
  @MethodSource("operands")
  void everyWordIsRight(Operands operands) {
    BigInteger a = operands.a();
    BigInteger b = operands.b();
    String joined = "0123456789abcdef" + "fedcba9876543210";

    String out =
        device.pass(
            hex(a, 192) + hex(b, 192) + "00".repeat(3 * 24 + 16) + joined + "00".repeat(18));

    assertThat(out)
        .isEqualTo(
            hex(a, 192)
                + hex(b, 192)
                + hex(a.add(b), 192)
                + hex(a.subtract(b), 192)
                + hex(a.shiftLeft(68).xor(b.shiftRight(60)), 192)
                + hex(a.shiftRight(32), 128)
                + joined
                + joined
                + (a.equals(b) ? "01" : "00")
                + (a.signum() != 0 ? "01" : "00"));
  }

  /** The low bits of a number. */
  private static String hex(BigInteger number, int width) {
    BigInteger low = number.mod(BigInteger.ONE.shiftLeft(width));
    String digits = low.toString(16);
    return "0".repeat(width / 4 - digits.length()) + digits;
  }
}
