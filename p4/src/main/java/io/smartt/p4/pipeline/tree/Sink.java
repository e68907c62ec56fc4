package io.smartt.p4.pipeline.tree;

import io.smartt.p4.bmv2.Value;
import io.smartt.p4.pipeline.Words;
import io.smartt.p4.pipeline.layout.FieldLayout;
import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.runtime.Headers;
import io.smartt.p4.pipeline.runtime.SlotContext;
import io.smartt.p4.pipeline.state.RegisterCells;
import java.math.BigInteger;

/** Takes a number: a field or a register cell. */
public sealed interface Sink {
  /** BMv2 takes 32 bits of an index. */
  long INDEX_MASK = 0xffffffffL;

  /** Stores what an expression yields. */
  void store(SlotContext context, DataNode source);

  /** Stores the low bits of a value. */
  void set(SlotContext context, long value);

  /** Returns what a parameter that is stored to names. */
  static Sink of(PrimitiveBuilder.PrimitiveArguments call, Value target) {
    return switch (target) {
      case Value.RegisterCell(String register, Value cell) ->
          new Register(call.index().register(register), call.expressions().data(cell));
      case Value.Field(String name, String fieldName) -> {
        HeaderNode<HeaderLayout> header = new HeaderNode.Named<>(call.index().layout.header(name));
        yield new Field(header, header.shape().field(fieldName));
      }
      case Value.AccessField(Value inner, int number) -> {
        HeaderNode<HeaderLayout> header = call.expressions().header(inner);
        yield new Field(header, call.expressions().field(header, number));
      }
      case Value.StackField(String stack, String fieldName) -> {
        HeaderNode<HeaderLayout> header =
            new HeaderNode.StackLast<>(
                call.index().layout.stack(stack), call.index().layout.voidBase());
        yield new Field(header, header.shape().field(fieldName));
      }
      case Value.UnionStackField(String stack, String member, String fieldName) -> {
        HeaderNode<HeaderLayout> header = call.expressions().lastUnionMember(stack, member);
        yield new Field(header, header.shape().field(fieldName));
      }
      default -> throw call.where().fail("cannot assign to " + target);
    };
  }

  /** A field of a header. */
  record Field(HeaderNode<HeaderLayout> header, FieldLayout field) implements Sink {
    @Override
    public void store(SlotContext context, DataNode source) {
      new FieldStore(field).store(context, header.base(context) + field.offset(), source);
    }

    @Override
    public void set(SlotContext context, long value) {
      new FieldStore(field).set(context.slots, header.base(context) + field.offset(), value);
    }
  }

  /** A cell of a register; nothing is stored outside it. */
  record Register(int register, DataNode cell) implements Sink {
    @Override
    public void store(SlotContext context, DataNode source) {
      RegisterCells cells = context.machine.registers[register];
      long at = cell.low(context) & INDEX_MASK;
      if (!cells.has(at)) {
        return;
      }
      if (cells.width() <= Long.SIZE) {
        cells.setLow((int) at, source.low(context));
      } else {
        cells.set((int) at, source.big(context));
      }
    }

    @Override
    public void set(SlotContext context, long value) {
      RegisterCells cells = context.machine.registers[register];
      long at = cell.low(context) & INDEX_MASK;
      if (cells.has(at)) {
        cells.set((int) at, Words.unsigned(value));
      }
    }
  }

  /** Puts a number into a field, cut to the field's width as its type says. */
  public static final class FieldStore {
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
}
