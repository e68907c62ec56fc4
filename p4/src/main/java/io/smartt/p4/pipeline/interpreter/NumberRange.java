package io.smartt.p4.pipeline.interpreter;

import java.math.BigInteger;

/**
 * What values an expression can take. BMv2 computes with unbounded integers and cuts to width only
 * where the program says so; knowing the range tells where one long gives the same result.
 *
 * @param nonNegative whether values are 0 to {@code 2^bits - 1}; else {@code -2^bits} to {@code
 *     2^bits - 1}
 */
record NumberRange(boolean nonNegative, int bits) {
  /** More than any field has: an intermediate result of unknown size. */
  private static final int UNBOUNDED = 1 << 24;

  NumberRange {
    bits = Math.min(bits, UNBOUNDED);
  }

  static NumberRange unsigned(int width) {
    return new NumberRange(true, width);
  }

  static NumberRange signed(int width) {
    return new NumberRange(false, width - 1);
  }

  static NumberRange of(BigInteger constant) {
    return new NumberRange(constant.signum() >= 0, constant.bitLength());
  }

  static NumberRange unbounded(boolean nonNegative) {
    return new NumberRange(nonNegative, UNBOUNDED);
  }

  /** Whether a signed long holds every value. */
  boolean fitsLong() {
    return bits < Long.SIZE;
  }

  /** Whether a long read as unsigned holds every value. */
  boolean fitsUnsigned() {
    return nonNegative && bits <= Long.SIZE;
  }

  NumberRange plus(NumberRange other) {
    return new NumberRange(nonNegative && other.nonNegative, Math.max(bits, other.bits) + 1);
  }

  NumberRange minus(NumberRange other) {
    int extra = nonNegative && other.nonNegative ? 0 : 1;
    return new NumberRange(false, Math.max(bits, other.bits) + extra);
  }

  NumberRange times(NumberRange other) {
    return new NumberRange(nonNegative && other.nonNegative, bits + other.bits + 1);
  }

  NumberRange and(NumberRange other) {
    if (nonNegative && other.nonNegative) {
      return new NumberRange(true, Math.min(bits, other.bits));
    }
    if (nonNegative || other.nonNegative) {
      return new NumberRange(true, nonNegative ? bits : other.bits);
    }
    return new NumberRange(false, Math.max(bits, other.bits));
  }

  /** Of an or and an exclusive or. */
  NumberRange or(NumberRange other) {
    return new NumberRange(nonNegative && other.nonNegative, Math.max(bits, other.bits));
  }

  /** Of either. */
  NumberRange union(NumberRange other) {
    return or(other);
  }

  NumberRange complement() {
    return new NumberRange(false, bits);
  }

  NumberRange shiftedLeft(int count) {
    return new NumberRange(nonNegative, bits + count);
  }
}
