package io.smartt.p4.pipeline.tree;

import io.smartt.p4.pipeline.runtime.SlotContext;
import java.math.BigInteger;

/** Casts of P4_16: to a signed width by wrapping, to either by saturating. */
public record Cast(DataNode operand, int width, Kind kind) implements DataNode {
  /** What becomes of a number that does not fit. */
  public enum Kind {
    /** Its low bits, read as signed. */
    WRAP_SIGNED,
    /** The nearest unsigned number. */
    SATURATE_UNSIGNED,
    /** The nearest signed number. */
    SATURATE_SIGNED
  }

  @Override
  public NumberRange range() {
    return kind == Kind.SATURATE_UNSIGNED ? NumberRange.unsigned(width) : NumberRange.signed(width);
  }

  /** The least number of the width. */
  public BigInteger least() {
    return kind == Kind.SATURATE_UNSIGNED
        ? BigInteger.ZERO
        : BigInteger.ONE.shiftLeft(width - 1).negate();
  }

  /** The greatest number of the width. */
  public BigInteger greatest() {
    int bits = kind == Kind.SATURATE_UNSIGNED ? width : width - 1;
    return BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
  }

  /** Returns whether longs hold the operand, where that matters, and the result. */
  public boolean inLong() {
    return kind == Kind.WRAP_SIGNED
        ? width <= Long.SIZE
        : operand.range().fitsLong() && range().fitsLong();
  }

  @Override
  public long low(SlotContext context) {
    if (!inLong()) {
      return wide(context).longValue();
    }
    long value = operand.low(context);
    if (kind == Kind.WRAP_SIGNED) {
      int unused = Long.SIZE - width;
      return value << unused >> unused;
    }
    return Math.clamp(value, least().longValue(), greatest().longValue());
  }

  @Override
  public BigInteger wide(SlotContext context) {
    BigInteger value = operand.big(context);
    if (kind == Kind.WRAP_SIGNED) {
      BigInteger modulus = BigInteger.ONE.shiftLeft(width);
      BigInteger wrapped = value.mod(modulus);
      return wrapped.compareTo(greatest()) > 0 ? wrapped.subtract(modulus) : wrapped;
    }
    return value.max(least()).min(greatest());
  }
}
