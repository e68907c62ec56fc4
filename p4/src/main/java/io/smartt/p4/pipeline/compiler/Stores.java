package io.smartt.p4.pipeline.compiler;

import module java.base;

import io.smartt.p4.pipeline.Words;
import io.smartt.p4.pipeline.layout.FieldLayout;
import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.state.RegisterCells;
import io.smartt.p4.pipeline.tree.Arithmetic;
import io.smartt.p4.pipeline.tree.DataNode;
import io.smartt.p4.pipeline.tree.HeaderNode;
import io.smartt.p4.pipeline.tree.Sink;

/** Code that puts numbers into fields and registers. */
final class Stores {
  private final Code code;
  private final CodeBuilder raw;
  private final Numbers numbers;
  private final List<Integer> registerWidths;

  Stores(Code code, Numbers numbers, List<Integer> registerWidths) {
    this.code = code;
    this.raw = code.raw();
    this.numbers = numbers;
    this.registerWidths = registerWidths;
  }

  /** Stores what an expression yields; false where there is no code for that. */
  boolean store(Sink sink, DataNode source) {
    return switch (sink) {
      case Sink.Field(HeaderNode<HeaderLayout> header, FieldLayout field) when field.saturating() ->
          storeSaturated(header, field, source);
      case Sink.Field(HeaderNode<HeaderLayout> header, FieldLayout field) when field.isWide() ->
          storeWide(header, field, source);
      case Sink.Field(HeaderNode<HeaderLayout> header, FieldLayout field) -> {
        place(header, field);
        if (!field.signed() && source instanceof Arithmetic.Masked masked && hides(field, masked)) {
          numbers.low(masked.operand());
          numbers.cut(masked.operand(), field);
        } else {
          numbers.low(source);
          numbers.cut(source, field);
        }
        raw.lastore();
        yield true;
      }
      case Sink.Register(int register, DataNode cell) -> {
        if (registerWidths.get(register) > Long.SIZE) {
          yield false;
        }
        cell(register, cell);
        numbers.low(source);
        write();
        yield true;
      }
    };
  }

  /** Returns whether what a mask takes away the field would not hold anyway. */
  private static boolean hides(FieldLayout field, Arithmetic.Masked masked) {
    long kept = Words.mask(field.width());
    return (masked.mask() & kept) == kept;
  }

  private void place(HeaderNode<HeaderLayout> header, FieldLayout field) {
    code.slots();
    if (header instanceof HeaderNode.Named<?>) {
      code.push(header.shape().base() + field.offset());
    } else {
      numbers.base(header);
      code.push(field.offset());
      raw.iadd();
    }
  }

  private void cell(int register, DataNode cell) {
    code.ownField(ProgramClass.registerName(register), RegisterCells.class);
    numbers.low(cell);
    code.push(Sink.INDEX_MASK);
    raw.land();
  }

  private void write() {
    code.callStatic(
        CompiledPipeline.class, "write", void.class, RegisterCells.class, long.class, long.class);
  }

  private boolean storeSaturated(
      HeaderNode<HeaderLayout> header, FieldLayout field, DataNode source) {
    int bits = field.signed() ? field.width() - 1 : field.width();
    if (bits >= Long.SIZE || !source.range().fitsLong()) {
      return false;
    }
    long greatest = Words.mask(bits);
    place(header, field);
    numbers.low(source);
    code.push(field.signed() ? -greatest - 1 : 0L)
        .push(greatest)
        .callStatic(Math.class, "clamp", long.class, long.class, long.class, long.class);
    raw.lastore();
    return true;
  }

  private boolean storeWide(HeaderNode<HeaderLayout> header, FieldLayout field, DataNode source) {
    if (!numbers.wide().can(source, field.words())) {
      return false;
    }
    int[] words = numbers.wide().words(source, field.words());
    int base = code.newInt();
    numbers.base(header);
    raw.istore(base);
    for (int i = 0; i < words.length; i++) {
      code.slots();
      raw.iload(base);
      code.push(field.offset() + field.words() - 1 - i);
      raw.iadd().lload(words[i]);
      if (i == words.length - 1) {
        code.push(Words.topMask(field.width()));
        raw.land();
      }
      raw.lastore();
    }
    return true;
  }

  /** Returns whether {@link #set} has code for a sink. */
  boolean canSet(Sink sink) {
    return switch (sink) {
      case Sink.Field(_, FieldLayout field) -> !field.isWide();
      case Sink.Register(int register, _) -> registerWidths.get(register) <= Long.SIZE;
    };
  }

  /** Stores the low bits of a local variable. */
  void set(Sink sink, int local) {
    switch (sink) {
      case Sink.Field(HeaderNode<HeaderLayout> header, FieldLayout field) -> {
        place(header, field);
        raw.lload(local);
        numbers.cut(field);
        raw.lastore();
      }
      case Sink.Register(int register, DataNode cell) -> {
        cell(register, cell);
        raw.lload(local);
        write();
      }
    }
  }
}
