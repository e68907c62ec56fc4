package io.smartt.p4.pipeline.tree;

import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.layout.ProgramLayout.Slots;
import io.smartt.p4.pipeline.layout.ProgramLayout.StackLayout;
import io.smartt.p4.pipeline.layout.ProgramLayout.UnionLayout;
import io.smartt.p4.pipeline.runtime.SlotContext;
import java.util.List;

/**
 * An expression that yields a header or a header union: where its slots start.
 *
 * @param <L> the layout of what is yielded
 */
public sealed interface HeaderNode<L extends Slots> {
  /** One laid out as the one that is yielded. */
  L shape();

  /** The first slot of what is yielded. */
  int base(SlotContext context);

  /** A header or a union that the program names. */
  record Named<L extends Slots>(L shape) implements HeaderNode<L> {
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
  record StackElement<L extends Slots>(StackLayout<L> stack, DataNode index, int voidBase)
      implements HeaderNode<L> {
    @Override
    public L shape() {
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
  record StackLast<L extends Slots>(StackLayout<L> stack, int voidBase) implements HeaderNode<L> {
    @Override
    public L shape() {
      return stack.members().getFirst();
    }

    @Override
    public int base(SlotContext context) {
      return stack.last(context.slots, voidBase);
    }
  }

  /** One of two headers of a type. */
  record Choice<L extends Slots>(BoolNode condition, HeaderNode<L> left, HeaderNode<L> right)
      implements HeaderNode<L> {
    @Override
    public L shape() {
      return left.shape();
    }

    @Override
    public int base(SlotContext context) {
      return condition.test(context) ? left.base(context) : right.base(context);
    }
  }

  /** A member of a union, by its number. */
  record UnionMember(HeaderNode<UnionLayout> union, int member)
      implements HeaderNode<HeaderLayout> {
    @Override
    public HeaderLayout shape() {
      return union.shape().members().get(member);
    }

    @Override
    public int base(SlotContext context) {
      return union.base(context) + shape().base() - union.shape().base();
    }
  }

  /** Returns which member of a union is valid, or -1. */
  static int validMember(HeaderNode<UnionLayout> union, SlotContext context) {
    int base = union.base(context);
    List<HeaderLayout> members = union.shape().members();
    for (int i = 0; i < members.size(); i++) {
      int offset = members.get(i).base() - union.shape().base();
      if (context.slots[base + offset + HeaderLayout.VALID_OFFSET] != 0) {
        return i;
      }
    }
    return -1;
  }
}
