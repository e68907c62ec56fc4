package io.smartt.p4.pipeline.interpreter;

import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.layout.UnionLayout;
import io.smartt.p4.pipeline.layout.UnionStackLayout;

/** An expression that yields a header union: where its slots start. */
abstract class UnionNode {
  private final UnionLayout shape;
  private final int[] memberOffsets;

  UnionNode(UnionLayout shape) {
    this.shape = shape;
    this.memberOffsets =
        shape.members().stream().mapToInt(member -> member.base() - shape.base()).toArray();
  }

  final UnionLayout shape() {
    return shape;
  }

  /** First slot of the union. */
  abstract int base(InterpreterContext context);

  /** Which member is valid, or -1. */
  final int validMember(InterpreterContext context) {
    int base = base(context);
    for (int i = 0; i < memberOffsets.length; i++) {
      if (context.slots[base + memberOffsets[i] + HeaderLayout.VALID_OFFSET] != 0) {
        return i;
      }
    }
    return -1;
  }

  /** A union that the program names. */
  static final class Named extends UnionNode {
    private final int base;

    Named(UnionLayout union) {
      super(union);
      base = union.base();
    }

    @Override
    int base(InterpreterContext context) {
      return base;
    }
  }

  /** A member of a stack of unions by a computed index. */
  static final class StackElement extends UnionNode {
    private final UnionStackLayout stack;
    private final DataNode index;
    private final int voidBase;

    StackElement(UnionStackLayout stack, DataNode index, int voidBase) {
      super(stack.members().getFirst());
      this.stack = stack;
      this.index = index;
      this.voidBase = voidBase;
    }

    @Override
    int base(InterpreterContext context) {
      long at = index.low(context);
      return at >= 0 && at < stack.members().size()
          ? shape().base() + (int) at * stack.stride()
          : voidBase;
    }
  }

  /** The last member of a stack of unions that is in use. */
  static final class StackLast extends UnionNode {
    private final UnionStackLayout stack;
    private final int voidBase;

    StackLast(UnionStackLayout stack, int voidBase) {
      super(stack.members().getFirst());
      this.stack = stack;
      this.voidBase = voidBase;
    }

    @Override
    int base(InterpreterContext context) {
      int next = (int) context.slots[stack.nextSlot()];
      return next > 0 ? shape().base() + (next - 1) * stack.stride() : voidBase;
    }
  }
}
