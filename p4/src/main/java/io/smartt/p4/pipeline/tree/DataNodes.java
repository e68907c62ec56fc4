package io.smartt.p4.pipeline.tree;

import io.smartt.p4.pipeline.Words;
import io.smartt.p4.pipeline.layout.FieldLayout;
import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.runtime.SlotContext;
import io.smartt.p4.pipeline.state.RegisterCells;
import java.math.BigInteger;

/** Numbers that are read from somewhere. */
public final class DataNodes {
  private DataNodes() {}

  /** A number that the program states. */
  public static DataNode constant(BigInteger value) {
    return new Constant(value, NumberRange.of(value));
  }

  public static DataNode field(HeaderNode<HeaderLayout> header, FieldLayout field) {
    NumberRange range =
        field.signed() ? NumberRange.signed(field.width()) : NumberRange.unsigned(field.width());
    return new Field(header, field, range);
  }

  /** A number that the program states. */
  public record Constant(BigInteger value, NumberRange range) implements DataNode {
    @Override
    public long low(SlotContext context) {
      return value.longValue();
    }

    @Override
    public BigInteger wide(SlotContext context) {
      return value;
    }
  }

  /** A field of a header. */
  public record Field(HeaderNode<HeaderLayout> header, FieldLayout field, NumberRange range)
      implements DataNode {
    @Override
    public long low(SlotContext context) {
      return context.slots[header.base(context) + lastWord()];
    }

    /** ProgramIndex.Where the least significant long is, from the header's first slot. */
    public int lastWord() {
      return field.offset() + field.words() - 1;
    }

    @Override
    public BigInteger wide(SlotContext context) {
      int slot = header.base(context) + field.offset();
      BigInteger value = Words.get(context.slots, slot, field.width());
      return field.signed() && value.testBit(field.width() - 1)
          ? value.subtract(BigInteger.ONE.shiftLeft(field.width()))
          : value;
    }
  }

  /**
   * An argument of the action.
   *
   * @param first where it starts among the argument's longs
   */
  public record Argument(int first, int width) implements DataNode {
    @Override
    public NumberRange range() {
      return NumberRange.unsigned(width);
    }

    /** ProgramIndex.Where its least significant long is. */
    public int lastWord() {
      return first + Words.count(width) - 1;
    }

    @Override
    public long low(SlotContext context) {
      return context.arguments[lastWord()];
    }

    @Override
    public BigInteger wide(SlotContext context) {
      return Words.get(context.arguments, first, width);
    }
  }

  /** A cell of a register; 0 outside it. */
  public record RegisterCell(int register, int width, DataNode index) implements DataNode {
    @Override
    public NumberRange range() {
      return NumberRange.unsigned(width);
    }

    @Override
    public long low(SlotContext context) {
      RegisterCells cells = context.machine.registers[register];
      long at = index.low(context);
      return cells.has(at) ? cells.low((int) at) : 0;
    }

    @Override
    public BigInteger wide(SlotContext context) {
      RegisterCells cells = context.machine.registers[register];
      long at = index.low(context);
      return cells.has(at) ? cells.get((int) at) : BigInteger.ZERO;
    }
  }

  /** The number of members of a stack in use, plus something. */
  public record StackCount(int nextSlot, int plus) implements DataNode {
    @Override
    public NumberRange range() {
      return NumberRange.signed(32);
    }

    @Override
    public long low(SlotContext context) {
      return context.slots[nextSlot] + plus;
    }

    @Override
    public BigInteger wide(SlotContext context) {
      return BigInteger.valueOf(low(context));
    }
  }

  /** 1 or 0. */
  public record OfBool(BoolNode bool) implements DataNode {
    @Override
    public NumberRange range() {
      return NumberRange.unsigned(1);
    }

    @Override
    public long low(SlotContext context) {
      return bool.test(context) ? 1 : 0;
    }

    @Override
    public BigInteger wide(SlotContext context) {
      return BigInteger.valueOf(low(context));
    }
  }

  /** One of two numbers. */
  public record Choice(BoolNode condition, DataNode left, DataNode right, NumberRange range)
      implements DataNode {
    static DataNode of(BoolNode condition, DataNode left, DataNode right) {
      return new Choice(condition, left, right, left.range().or(right.range()));
    }

    @Override
    public long low(SlotContext context) {
      return condition.test(context) ? left.low(context) : right.low(context);
    }

    @Override
    public BigInteger wide(SlotContext context) {
      return condition.test(context) ? left.big(context) : right.big(context);
    }
  }
}
