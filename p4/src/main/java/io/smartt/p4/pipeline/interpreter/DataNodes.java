package io.smartt.p4.pipeline.interpreter;

import io.smartt.p4.pipeline.Words;
import io.smartt.p4.pipeline.layout.FieldLayout;
import java.math.BigInteger;

/** Numbers that are read from somewhere. */
final class DataNodes {
  private DataNodes() {}

  static DataNode constant(BigInteger value) {
    return new Constant(value);
  }

  static DataNode field(HeaderNode header, FieldLayout field) {
    if (header instanceof HeaderNode.Named) {
      int slot = header.shape().slot(field);
      return field.isWide() ? new WideField(slot, field) : new Field(slot, rangeOf(field));
    }
    return new ComputedField(header, field);
  }

  static NumberRange rangeOf(FieldLayout field) {
    return field.signed() ? NumberRange.signed(field.width()) : NumberRange.unsigned(field.width());
  }

  private static BigInteger read(long[] slots, int slot, FieldLayout field) {
    BigInteger value = Words.get(slots, slot, field.width());
    return field.signed() && value.testBit(field.width() - 1)
        ? value.subtract(BigInteger.ONE.shiftLeft(field.width()))
        : value;
  }

  /** A number that the program states. */
  static final class Constant extends DataNode {
    private final BigInteger value;
    private final long low;

    private Constant(BigInteger value) {
      super(NumberRange.of(value));
      this.value = value;
      this.low = value.longValue();
    }

    BigInteger value() {
      return value;
    }

    @Override
    long low(InterpreterContext context) {
      return low;
    }

    @Override
    BigInteger wide(InterpreterContext context) {
      return value;
    }
  }

  /** A field of up to 64 bits of a header that the program names. */
  static final class Field extends DataNode {
    private final int slot;

    private Field(int slot, NumberRange range) {
      super(range);
      this.slot = slot;
    }

    int slot() {
      return slot;
    }

    @Override
    long low(InterpreterContext context) {
      return context.slots[slot];
    }

    @Override
    BigInteger wide(InterpreterContext context) {
      return BigInteger.valueOf(context.slots[slot]);
    }
  }

  /** A wider field of a header that the program names. */
  static final class WideField extends DataNode {
    private final int slot;
    private final FieldLayout field;

    private WideField(int slot, FieldLayout field) {
      super(rangeOf(field));
      this.slot = slot;
      this.field = field;
    }

    int slot() {
      return slot;
    }

    FieldLayout field() {
      return field;
    }

    @Override
    long low(InterpreterContext context) {
      return context.slots[slot + field.words() - 1];
    }

    @Override
    BigInteger wide(InterpreterContext context) {
      return read(context.slots, slot, field);
    }
  }

  /** A field of a header that is found as the packet is processed. */
  private static final class ComputedField extends DataNode {
    private final HeaderNode header;
    private final FieldLayout field;
    private final int lastWord;

    ComputedField(HeaderNode header, FieldLayout field) {
      super(rangeOf(field));
      this.header = header;
      this.field = field;
      this.lastWord = field.offset() + field.words() - 1;
    }

    @Override
    long low(InterpreterContext context) {
      return context.slots[header.base(context) + lastWord];
    }

    @Override
    BigInteger wide(InterpreterContext context) {
      return read(context.slots, header.base(context) + field.offset(), field);
    }
  }

  /** An argument of the action. */
  static final class Argument extends DataNode {
    private final int first;
    private final int width;
    private final int last;

    Argument(int first, int width) {
      super(NumberRange.unsigned(width));
      this.first = first;
      this.width = width;
      this.last = first + Words.count(width) - 1;
    }

    @Override
    long low(InterpreterContext context) {
      return context.arguments[last];
    }

    @Override
    BigInteger wide(InterpreterContext context) {
      return Words.get(context.arguments, first, width);
    }
  }

  /** A cell of a register; 0 outside it. */
  static final class RegisterCell extends DataNode {
    private final int register;
    private final DataNode index;

    RegisterCell(int register, int width, DataNode index) {
      super(NumberRange.unsigned(width));
      this.register = register;
      this.index = index;
    }

    @Override
    long low(InterpreterContext context) {
      var cells = context.machine.registers[register];
      long at = index.low(context);
      return cells.has(at) ? cells.low((int) at) : 0;
    }

    @Override
    BigInteger wide(InterpreterContext context) {
      var cells = context.machine.registers[register];
      long at = index.low(context);
      return cells.has(at) ? cells.get((int) at) : BigInteger.ZERO;
    }
  }

  /** The number of members of a stack in use, plus something. */
  static final class StackCount extends DataNode {
    private final int nextSlot;
    private final int plus;

    StackCount(int nextSlot, int plus) {
      super(NumberRange.signed(32));
      this.nextSlot = nextSlot;
      this.plus = plus;
    }

    @Override
    long low(InterpreterContext context) {
      return context.slots[nextSlot] + plus;
    }

    @Override
    BigInteger wide(InterpreterContext context) {
      return BigInteger.valueOf(low(context));
    }
  }

  /** 1 or 0. */
  static final class OfBool extends DataNode {
    private final BoolNode bool;

    OfBool(BoolNode bool) {
      super(NumberRange.unsigned(1));
      this.bool = bool;
    }

    @Override
    long low(InterpreterContext context) {
      return bool.test(context) ? 1 : 0;
    }

    @Override
    BigInteger wide(InterpreterContext context) {
      return BigInteger.valueOf(low(context));
    }
  }

  /** One of two numbers. */
  static final class Choice extends DataNode {
    private final BoolNode condition;
    private final DataNode left;
    private final DataNode right;

    Choice(BoolNode condition, DataNode left, DataNode right) {
      super(left.range().union(right.range()));
      this.condition = condition;
      this.left = left;
      this.right = right;
    }

    @Override
    long low(InterpreterContext context) {
      return condition.test(context) ? left.low(context) : right.low(context);
    }

    @Override
    BigInteger wide(InterpreterContext context) {
      return condition.test(context) ? left.big(context) : right.big(context);
    }
  }
}
