package io.smartt.p4.pipeline.compiler;

import module java.base;

import io.smartt.p4.pipeline.Words;
import io.smartt.p4.pipeline.layout.FieldLayout;
import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.layout.ProgramLayout.StackLayout;
import io.smartt.p4.pipeline.runtime.SlotContext;
import io.smartt.p4.pipeline.state.RegisterCells;
import io.smartt.p4.pipeline.tree.Arithmetic;
import io.smartt.p4.pipeline.tree.DataNode;
import io.smartt.p4.pipeline.tree.DataNodes;
import io.smartt.p4.pipeline.tree.HeaderNode;
import io.smartt.p4.pipeline.tree.NumberRange;

/** Code of expressions that yield numbers of up to 64 bits, and of where headers are. */
final class Numbers {
  private final Code code;
  private final CodeBuilder raw;
  private final Truths truths;
  private final WideNumbers wide;

  Numbers(Code code) {
    this.code = code;
    this.raw = code.raw();
    this.wide = new WideNumbers(code, this);
    this.truths = new Truths(code, this, wide);
  }

  Truths truths() {
    return truths;
  }

  WideNumbers wide() {
    return wide;
  }

  /** Pushes the low 64 bits of a number. */
  void low(DataNode node) {
    switch (node) {
      case DataNodes.Constant constant -> code.push(constant.value().longValue());
      case DataNodes.Field field -> slot(field.header(), field.lastWord());
      case DataNodes.Argument argument -> argument(argument.lastWord());
      case DataNodes.RegisterCell cell -> {
        code.ownField(ProgramClass.registerName(cell.register()), RegisterCells.class);
        low(cell.index());
        code.callStatic(
            CompiledPipeline.class, "read", long.class, RegisterCells.class, long.class);
      }
      case DataNodes.StackCount count -> {
        code.loadSlot(count.nextSlot()).push((long) count.plus());
        raw.ladd();
      }
      case DataNodes.OfBool bool -> truths.push(bool.bool());
      case DataNodes.Choice choice -> {
        Label otherwise = code.label();
        Label end = code.label();
        truths.jump(choice.condition(), otherwise, false);
        low(choice.left());
        raw.goto_(end);
        code.bind(otherwise);
        low(choice.right());
        code.bind(end);
      }
      case Arithmetic.Binary binary -> {
        low(binary.left());
        low(binary.right());
        switch (binary.operator()) {
          case ADD -> raw.ladd();
          case SUBTRACT -> raw.lsub();
          case MULTIPLY -> raw.lmul();
          case AND -> raw.land();
          case OR -> raw.lor();
          case XOR -> raw.lxor();
        }
      }
      case Arithmetic.Masked masked -> {
        low(masked.operand());
        code.push(masked.mask());
        raw.land();
      }
      case Arithmetic.Complement complement -> {
        low(complement.operand());
        code.push(-1L);
        raw.lxor();
      }
      case Arithmetic.ShiftLeft shift -> shiftLeft(shift);
      case Arithmetic.ShiftRight shift -> shiftRight(shift);
      case Arithmetic.Division division when division.inLong() -> {
        low(division.left());
        low(division.right());
        code.push(division.remainder() ? 1 : 0)
            .callStatic(
                Arithmetic.Division.class,
                "divide",
                long.class,
                long.class,
                long.class,
                boolean.class);
      }
      case Arithmetic.Cast cast when cast.inLong() -> cast(cast);
      default -> ask(node);
    }
  }

  private void ask(DataNode node) {
    code.node(node, DataNode.class)
        .context()
        .call(DataNode.class, "low", long.class, SlotContext.class);
  }

  private void cast(Arithmetic.Cast cast) {
    low(cast.operand());
    if (cast.kind() == Arithmetic.Cast.Kind.WRAP_SIGNED) {
      signExtend(cast.width());
    } else {
      code.push(cast.least().longValue())
          .push(cast.greatest().longValue())
          .callStatic(Math.class, "clamp", long.class, long.class, long.class, long.class);
    }
  }

  /** Sign-extends the number on the stack. */
  void signExtend(int width) {
    if (width < Long.SIZE) {
      code.push(Long.SIZE - width);
      raw.lshl();
      code.push(Long.SIZE - width);
      raw.lshr();
    }
  }

  private void shiftLeft(Arithmetic.ShiftLeft shift) {
    if (shift.right() instanceof DataNodes.Constant count) {
      if (count.value().signum() >= 0 && count.value().bitLength() > 6) {
        code.push(0L);
        return;
      }
      low(shift.left());
      code.push(Math.max(0, count.value().intValue()));
      raw.lshl();
    } else if (WideNumbers.isNarrow(shift.right())) {
      low(shift.left());
      distance(shift.right());
      code.callStatic(CompiledPipeline.class, "shiftLeft", long.class, long.class, long.class);
    } else {
      ask(shift);
    }
  }

  private void shiftRight(Arithmetic.ShiftRight shift) {
    NumberRange range = shift.range();
    if (!range.fitsLong() && !range.fitsUnsigned()) {
      if (wide.can(shift, 1)) {
        raw.lload(wide.words(shift, 1)[0]);
      } else {
        ask(shift);
      }
    } else if (shift.right() instanceof DataNodes.Constant count) {
      int distance =
          count.value().bitLength() > 6
              ? count.value().signum() < 0 ? 0 : Long.SIZE
              : Math.max(0, count.value().intValue());
      shiftRight(shift.left(), distance, range.fitsLong());
    } else if (WideNumbers.isNarrow(shift.right())) {
      low(shift.left());
      distance(shift.right());
      String helper = range.fitsLong() ? "shiftRight" : "shiftRightUnsigned";
      code.callStatic(CompiledPipeline.class, helper, long.class, long.class, long.class);
    } else {
      ask(shift);
    }
  }

  private void shiftRight(DataNode operand, int distance, boolean arithmetic) {
    if (distance >= Long.SIZE && !arithmetic) {
      code.push(0L);
      return;
    }
    low(operand);
    code.push(Math.min(distance, Long.SIZE - 1));
    if (arithmetic) {
      raw.lshr();
    } else {
      raw.lushr();
    }
  }

  private void distance(DataNode node) {
    low(node);
    if (!node.range().fitsLong()) {
      code.callStatic(CompiledPipeline.class, "distance", long.class, long.class);
    }
  }

  /** Pushes a long of the arguments. */
  void argument(int word) {
    code.arguments().push(word);
    raw.laload();
  }

  /** Pushes the slot so far from a header's first. */
  void slot(HeaderNode<HeaderLayout> header, int offset) {
    if (header instanceof HeaderNode.Named<?>) {
      code.loadSlot(header.shape().base() + offset);
    } else {
      code.slots();
      base(header);
      code.push(offset);
      raw.iadd().laload();
    }
  }

  /** Pushes the number of the first slot of a header or a union. */
  void base(HeaderNode<?> header) {
    switch (header) {
      case HeaderNode.Named(var shape) -> code.push(shape.base());
      case HeaderNode.StackElement(var stack, var index, var voidBase) ->
          element(stack, index, voidBase);
      case HeaderNode.StackLast(var stack, var voidBase) -> last(stack, voidBase);
      case HeaderNode.Choice<?> choice -> {
        Label otherwise = code.label();
        Label end = code.label();
        truths.jump(choice.condition(), otherwise, false);
        base(choice.left());
        raw.goto_(end);
        code.bind(otherwise);
        base(choice.right());
        code.bind(end);
      }
      case HeaderNode.UnionMember member -> {
        base(member.union());
        code.push(member.shape().base() - member.union().shape().base());
        raw.iadd();
      }
    }
  }

  private void element(StackLayout<?> stack, DataNode index, int voidBase) {
    low(index);
    code.push(stack.members().size()).push(stack.base()).push(stack.stride()).push(voidBase);
    code.callStatic(
        CompiledPipeline.class,
        "element",
        int.class,
        long.class,
        int.class,
        int.class,
        int.class,
        int.class);
  }

  private void last(StackLayout<?> stack, int voidBase) {
    code.loadSlot(stack.nextSlot());
    code.push(stack.base()).push(stack.stride()).push(voidBase);
    code.callStatic(
        CompiledPipeline.class, "last", int.class, long.class, int.class, int.class, int.class);
  }

  /** Cuts the number on the stack, which is that of a node, to what a field of 64 bits holds. */
  void cut(DataNode source, FieldLayout field) {
    NumberRange range = source.range();
    if (field.signed()) {
      if (range.bits() > field.width() - 1) {
        signExtend(field.width());
      }
    } else if (!range.nonNegative() || range.bits() > field.width()) {
      mask(field.width());
    }
  }

  /** Cuts any number on the stack to what a field of 64 bits holds. */
  void cut(FieldLayout field) {
    if (field.signed()) {
      signExtend(field.width());
    } else {
      mask(field.width());
    }
  }

  private void mask(int width) {
    if (width < Long.SIZE) {
      code.push(Words.mask(width));
      raw.land();
    }
  }
}
