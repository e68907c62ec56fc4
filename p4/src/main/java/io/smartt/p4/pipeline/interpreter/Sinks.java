package io.smartt.p4.pipeline.interpreter;

import io.smartt.p4.bmv2.Value;
import io.smartt.p4.pipeline.Words;
import io.smartt.p4.pipeline.layout.FieldLayout;
import io.smartt.p4.pipeline.state.RegisterCells;

/** Builds what primitives store numbers in. */
final class Sinks {
  /** BMv2 takes 32 bits of an index. */
  static final long INDEX_MASK = 0xffffffffL;

  private Sinks() {}

  /** What takes a number: a field or a register cell. */
  interface Sink {
    void store(InterpreterContext context, DataNode source);

    void set(InterpreterContext context, long value);
  }

  /** What a parameter that is stored to names. */
  static Sink of(PrimitiveArguments call, Value target) {
    if (target instanceof Value.RegisterCell(String register, Value cell)) {
      return register(call.index().register(register), call.expressions().data(cell));
    }
    HeaderNode header;
    FieldLayout field;
    switch (target) {
      case Value.Field(String name, String fieldName) -> {
        header = new HeaderNode.Named(call.index().layout.header(name));
        field = header.shape().field(fieldName);
      }
      case Value.AccessField(Value inner, int number) -> {
        header = call.expressions().header(inner);
        field = call.expressions().field(header, number);
      }
      case Value.StackField(String stack, String fieldName) -> {
        header =
            new HeaderNode.StackLast(
                call.index().layout.stack(stack), call.index().layout.voidBase());
        field = header.shape().field(fieldName);
      }
      case Value.UnionStackField(String stack, String member, String fieldName) -> {
        header = call.expressions().lastUnionMember(stack, member);
        field = header.shape().field(fieldName);
      }
      default -> throw call.where().fail("cannot assign to " + target);
    }
    FieldStore store = new FieldStore(field);
    int offset = field.offset();
    if (header instanceof HeaderNode.Named) {
      int slot = header.shape().slot(field);
      return new Sink() {
        @Override
        public void store(InterpreterContext context, DataNode source) {
          store.store(context, slot, source);
        }

        @Override
        public void set(InterpreterContext context, long value) {
          store.set(context.slots, slot, value);
        }
      };
    }
    return new Sink() {
      @Override
      public void store(InterpreterContext context, DataNode source) {
        store.store(context, header.base(context) + offset, source);
      }

      @Override
      public void set(InterpreterContext context, long value) {
        store.set(context.slots, header.base(context) + offset, value);
      }
    };
  }

  /** A cell of a register; nothing is stored outside it. */
  static Sink register(int register, DataNode cell) {
    return new Sink() {
      @Override
      public void store(InterpreterContext context, DataNode source) {
        RegisterCells cells = context.machine.registers[register];
        long at = cell.low(context) & INDEX_MASK;
        if (cells.has(at)) {
          write(cells, (int) at, source, context);
        }
      }

      @Override
      public void set(InterpreterContext context, long value) {
        RegisterCells cells = context.machine.registers[register];
        long at = cell.low(context) & INDEX_MASK;
        if (cells.has(at)) {
          cells.set((int) at, Words.unsigned(value));
        }
      }
    };
  }

  private static void write(
      RegisterCells cells, int at, DataNode source, InterpreterContext context) {
    if (cells.width() <= Long.SIZE) {
      cells.setLow(at, source.low(context));
    } else {
      cells.set(at, source.big(context));
    }
  }
}
