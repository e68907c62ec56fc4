package io.smartt.p4.pipeline;

import java.math.BigInteger;

/**
 * A {@code bit<width>} value on the control path. The data path never uses it.
 *
 * @param value unsigned, below {@code 2^width}
 * @param width in bits
 */
public record Bits(BigInteger value, int width) {
  /** Checks that the value fits. */
  public Bits {
    if (value.signum() < 0 || value.bitLength() > width) {
      throw new IllegalArgumentException(value + " does not fit bit<" + width + ">");
    }
  }

  /** An unsigned value of up to 63 bits. */
  public static Bits of(long value, int width) {
    return new Bits(BigInteger.valueOf(value), width);
  }

  /** Returns a value whose bits are all ones. */
  public static Bits ones(int width) {
    return new Bits(BigInteger.ONE.shiftLeft(width).subtract(BigInteger.ONE), width);
  }

  /** Returns a value whose bits are all zeros. */
  public static Bits zero(int width) {
    return new Bits(BigInteger.ZERO, width);
  }
}
