package io.smartt.p4.pipeline.tree;

import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.layout.ProgramLayout.StackLayout;
import io.smartt.p4.pipeline.runtime.SlotContext;

/** An expression that yields a header: where its slots start. */
public sealed interface HeaderNode {
  /** A header laid out as the one that is yielded. */
  HeaderLayout shape();

  /** First slot of the header. */
  int base(SlotContext context);

  /** A header that the program names. */
  record Named(HeaderLayout shape) implements HeaderNode {
    @Override
    public int base(SlotContext context) {
      return shape.base();
    }
  }

  /**
   * A member of a stack by a computed index.
   *
   * @param voidBase slots that belong to nothing, for an index outside the stack
   */
  record StackElement(StackLayout<HeaderLayout> stack, DataNode index, int voidBase)
      implements HeaderNode {
    @Override
    public HeaderLayout shape() {
      return stack.members().getFirst();
    }

    @Override
    public int base(SlotContext context) {
      return stack.base(index.low(context), voidBase);
    }
  }

  /**
   * The last member of a stack that is in use.
   *
   * @param voidBase slots that belong to nothing, for an empty stack
   */
  record StackLast(StackLayout<HeaderLayout> stack, int voidBase) implements HeaderNode {
    @Override
    public HeaderLayout shape() {
      return stack.members().getFirst();
    }

    @Override
    public int base(SlotContext context) {
      return stack.last(context.slots, voidBase);
    }
  }

  /** One of two headers of a type. */
  record Choice(BoolNode condition, HeaderNode left, HeaderNode right) implements HeaderNode {
    @Override
    public HeaderLayout shape() {
      return left.shape();
    }

    @Override
    public int base(SlotContext context) {
      return condition.test(context) ? left.base(context) : right.base(context);
    }
  }

  /** A member of a union, by its number. */
  record UnionMember(UnionNode union, int member) implements HeaderNode {
    @Override
    public HeaderLayout shape() {
      return union.shape().members().get(member);
    }

    @Override
    public int base(SlotContext context) {
      return union.base(context) + shape().base() - union.shape().base();
    }
  }
}
