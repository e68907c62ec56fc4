package io.smartt.p4.pipeline.interpreter;

import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.layout.StackLayout;

/** An expression that yields a header: where its slots start. */
abstract class HeaderNode {
  private final HeaderLayout shape;

  /**
   * A header.
   *
   * @param shape a header laid out as the one that is yielded
   */
  HeaderNode(HeaderLayout shape) {
    this.shape = shape;
  }

  final HeaderLayout shape() {
    return shape;
  }

  /** First slot of the header. */
  abstract int base(InterpreterContext context);

  /** A header that the program names. */
  static final class Named extends HeaderNode {
    private final int base;

    Named(HeaderLayout header) {
      super(header);
      base = header.base();
    }

    @Override
    int base(InterpreterContext context) {
      return base;
    }
  }

  /** A member of a stack by a computed index; outside the stack, slots that belong to nothing. */
  static final class StackElement extends HeaderNode {
    private final DataNode index;
    private final int first;
    private final int stride;
    private final int count;
    private final int voidBase;

    StackElement(StackLayout stack, DataNode index, int voidBase) {
      super(stack.members().getFirst());
      this.index = index;
      this.first = stack.members().getFirst().base();
      this.stride = stack.stride();
      this.count = stack.members().size();
      this.voidBase = voidBase;
    }

    @Override
    int base(InterpreterContext context) {
      long at = index.low(context);
      return at >= 0 && at < count ? first + (int) at * stride : voidBase;
    }
  }

  /** The last member of a stack that is in use. */
  static final class StackLast extends HeaderNode {
    private final StackLayout stack;
    private final int first;
    private final int voidBase;

    StackLast(StackLayout stack, int voidBase) {
      super(stack.members().getFirst());
      this.stack = stack;
      this.first = stack.members().getFirst().base();
      this.voidBase = voidBase;
    }

    @Override
    int base(InterpreterContext context) {
      int next = (int) context.slots[stack.nextSlot()];
      return next > 0 ? first + (next - 1) * stack.stride() : voidBase;
    }
  }

  /** One of two headers of a type. */
  static final class Choice extends HeaderNode {
    private final BoolNode condition;
    private final HeaderNode left;
    private final HeaderNode right;

    Choice(BoolNode condition, HeaderNode left, HeaderNode right) {
      super(left.shape());
      this.condition = condition;
      this.left = left;
      this.right = right;
    }

    @Override
    int base(InterpreterContext context) {
      return condition.test(context) ? left.base(context) : right.base(context);
    }
  }

  /** A member of a union. */
  static final class UnionMember extends HeaderNode {
    private final UnionNode union;
    private final int offset;

    UnionMember(UnionNode union, int member) {
      super(union.shape().members().get(member));
      this.union = union;
      this.offset = shape().base() - union.shape().base();
    }

    @Override
    int base(InterpreterContext context) {
      return union.base(context) + offset;
    }
  }
}
