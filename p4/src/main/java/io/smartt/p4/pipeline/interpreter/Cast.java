package io.smartt.p4.pipeline.interpreter;

import java.math.BigInteger;

/** Casts of P4_16: to a signed width by wrapping, to either by saturating. */
final class Cast extends DataNode {
  enum Kind {
    WRAP_SIGNED,
    SATURATE_UNSIGNED,
    SATURATE_SIGNED
  }

  private final DataNode operand;
  private final int width;
  private final Kind kind;
  private final BigInteger least;
  private final BigInteger greatest;
  private final boolean inLong;

  Cast(DataNode operand, int width, Kind kind) {
    super(kind == Kind.SATURATE_UNSIGNED ? NumberRange.unsigned(width) : NumberRange.signed(width));
    this.operand = operand;
    this.width = width;
    this.kind = kind;
    boolean unsigned = kind == Kind.SATURATE_UNSIGNED;
    BigInteger half = BigInteger.ONE.shiftLeft(width - 1);
    this.least = unsigned ? BigInteger.ZERO : half.negate();
    this.greatest = (unsigned ? half.shiftLeft(1) : half).subtract(BigInteger.ONE);
    this.inLong =
        kind == Kind.WRAP_SIGNED
            ? width <= Long.SIZE
            : operand.range().fitsLong() && greatest.bitLength() < Long.SIZE;
  }

  @Override
  long low(InterpreterContext context) {
    if (!inLong) {
      return wide(context).longValue();
    }
    long value = operand.low(context);
    if (kind == Kind.WRAP_SIGNED) {
      int unused = Long.SIZE - width;
      return value << unused >> unused;
    }
    return Math.clamp(value, least.longValue(), greatest.longValue());
  }

  @Override
  BigInteger wide(InterpreterContext context) {
    BigInteger value = operand.big(context);
    if (kind == Kind.WRAP_SIGNED) {
      BigInteger modulus = BigInteger.ONE.shiftLeft(width);
      BigInteger wrapped = value.mod(modulus);
      return wrapped.compareTo(greatest) > 0 ? wrapped.subtract(modulus) : wrapped;
    }
    return value.max(least).min(greatest);
  }
}
