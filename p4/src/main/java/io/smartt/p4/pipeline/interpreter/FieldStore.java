package io.smartt.p4.pipeline.interpreter;

import io.smartt.p4.pipeline.Words;
import io.smartt.p4.pipeline.layout.FieldLayout;
import java.math.BigInteger;

/** Puts a number into a field, cut to the field's width as its type says. */
final class FieldStore {
  private final int width;
  private final boolean signed;
  private final boolean saturating;
  private final boolean wide;
  private final long mask;
  private final BigInteger least;
  private final BigInteger greatest;

  FieldStore(FieldLayout field) {
    width = field.width();
    signed = field.signed();
    saturating = field.saturating();
    wide = field.isWide();
    mask = wide ? 0 : Words.mask(width);
    BigInteger half = BigInteger.ONE.shiftLeft(Math.max(0, width - 1));
    least = signed ? half.negate() : BigInteger.ZERO;
    greatest = (signed ? half : half.shiftLeft(1)).subtract(BigInteger.ONE);
  }

  /** Stores the value of an expression in the field whose first slot is given. */
  void store(InterpreterContext context, int slot, DataNode source) {
    if (saturating) {
      BigInteger value = source.big(context).max(least).min(greatest);
      set(context.slots, slot, value);
    } else if (wide) {
      storeWide(context, slot, source);
    } else {
      set(context.slots, slot, source.low(context));
    }
  }

  private void storeWide(InterpreterContext context, int slot, DataNode source) {
    long[] slots = context.slots;
    if (source instanceof DataNodes.WideField from && from.field().width() == width) {
      System.arraycopy(slots, from.slot(), slots, slot, Words.count(width));
    } else {
      Words.set(slots, slot, width, source.big(context));
    }
  }

  /** Stores the low bits of a value in a field of up to 64 bits, zero-extended in a wider one. */
  void set(long[] slots, int slot, long value) {
    if (wide) {
      Words.set(slots, slot, width, Words.unsigned(value));
    } else {
      slots[slot] = signed ? Headers.signExtend(value, width) : value & mask;
    }
  }

  /** Stores the low bits of a number. */
  void set(long[] slots, int slot, BigInteger value) {
    if (wide) {
      Words.set(slots, slot, width, value);
    } else {
      set(slots, slot, value.longValue());
    }
  }
}
