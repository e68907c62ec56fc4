package io.smartt.p4.pipeline.tree;

import java.math.BigInteger;

/**
 * The range of values that an expression can take. BMv2 computes with unbounded integers and cuts
 * to width only where the program says so; knowing the range tells where one long gives the same
 * result.
 *
 * @param nonNegative whether values are 0 to {@code 2^bits - 1}; else {@code -2^bits} to {@code
 *     2^bits - 1}
 */
public record NumberRange(boolean nonNegative, int bits) {
  /** More than any field has: an intermediate result of unknown size. */
  private static final int UNBOUNDED = 1 << 24;

  /** Keeps what is too large at one size. */
  public NumberRange {
    bits = Math.min(bits, UNBOUNDED);
  }

  /** The range of an unsigned number of so many bits. */
  public static NumberRange unsigned(int width) {
    return new NumberRange(true, width);
  }

  /** The range of a signed number of so many bits. */
  public static NumberRange signed(int width) {
    return new NumberRange(false, width - 1);
  }

  public static NumberRange of(BigInteger constant) {
    return new NumberRange(constant.signum() >= 0, constant.bitLength());
  }

  /** The range of a number of unknown size. */
  public static NumberRange unbounded(boolean nonNegative) {
    return new NumberRange(nonNegative, UNBOUNDED);
  }

  /** Returns whether a signed long holds every value. */
  public boolean fitsLong() {
    return bits < Long.SIZE;
  }

  /** Returns whether a long read as unsigned holds every value. */
  public boolean fitsUnsigned() {
    return nonNegative && bits <= Long.SIZE;
  }

  /** The range of a sum. */
  public NumberRange plus(NumberRange other) {
    return new NumberRange(nonNegative && other.nonNegative, Math.max(bits, other.bits) + 1);
  }

  /** The range of a difference. */
  public NumberRange minus(NumberRange other) {
    int extra = nonNegative && other.nonNegative ? 0 : 1;
    return new NumberRange(false, Math.max(bits, other.bits) + extra);
  }

  /** The range of a product. */
  public NumberRange times(NumberRange other) {
    return new NumberRange(nonNegative && other.nonNegative, bits + other.bits + 1);
  }

  public NumberRange and(NumberRange other) {
    if (nonNegative && other.nonNegative) {
      return new NumberRange(true, Math.min(bits, other.bits));
    }
    if (nonNegative || other.nonNegative) {
      return new NumberRange(true, nonNegative ? bits : other.bits);
    }
    return new NumberRange(false, Math.max(bits, other.bits));
  }

  /** The range of an or and of an exclusive or, and the union of two ranges. */
  public NumberRange or(NumberRange other) {
    return new NumberRange(nonNegative && other.nonNegative, Math.max(bits, other.bits));
  }

  /** The range of a bitwise complement. */
  public NumberRange complement() {
    return new NumberRange(false, bits);
  }

  /** The range of a number shifted so far. */
  public NumberRange shiftedLeft(int count) {
    return new NumberRange(nonNegative, bits + count);
  }
}
