package io.smartt.p4.pipeline.tree;

import io.smartt.p4.pipeline.Words;
import io.smartt.p4.pipeline.layout.FieldLayout;
import io.smartt.p4.pipeline.runtime.Headers;
import io.smartt.p4.pipeline.runtime.SlotContext;
import java.math.BigInteger;

/** Puts a number into a field, cut to the field's width as its type says. */
public final class FieldStore {
  private final FieldLayout field;
  private final BigInteger least;
  private final BigInteger greatest;

  /** A store into fields like this one. */
  public FieldStore(FieldLayout field) {
    this.field = field;
    BigInteger half = BigInteger.ONE.shiftLeft(Math.max(0, field.width() - 1));
    least = field.signed() ? half.negate() : BigInteger.ZERO;
    greatest = (field.signed() ? half : half.shiftLeft(1)).subtract(BigInteger.ONE);
  }

  /** Stores the value of an expression in the field whose first slot is given. */
  public void store(SlotContext context, int slot, DataNode source) {
    if (field.saturating()) {
      BigInteger value = source.big(context).max(least).min(greatest);
      set(context.slots, slot, value);
    } else if (field.isWide()) {
      set(context.slots, slot, source.big(context));
    } else {
      set(context.slots, slot, source.low(context));
    }
  }

  /** Stores the low bits of a value in a field of up to 64 bits, zero-extended in a wider one. */
  public void set(long[] slots, int slot, long value) {
    if (field.isWide()) {
      Words.set(slots, slot, field.width(), Words.unsigned(value));
    } else {
      slots[slot] =
          field.signed()
              ? Headers.signExtend(value, field.width())
              : value & Words.mask(field.width());
    }
  }

  /** Stores the low bits of a number. */
  public void set(long[] slots, int slot, BigInteger value) {
    if (field.isWide()) {
      Words.set(slots, slot, field.width(), value);
    } else {
      set(slots, slot, value.longValue());
    }
  }
}
