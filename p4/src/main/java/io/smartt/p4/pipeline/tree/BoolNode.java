package io.smartt.p4.pipeline.tree;

import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.layout.ProgramLayout.UnionLayout;
import io.smartt.p4.pipeline.runtime.SlotContext;

/** An expression that yields true or false. */
public interface BoolNode {
  /** The truth value for the packet as it is. */
  boolean test(SlotContext context);

  /** A constant that the program states. */
  record Constant(boolean value) implements BoolNode {
    @Override
    public boolean test(SlotContext context) {
      return value;
    }
  }

  /** The opposite. */
  record Not(BoolNode operand) implements BoolNode {
    @Override
    public boolean test(SlotContext context) {
      return !operand.test(context);
    }
  }

  /** True if both hold; the second is looked at only where the first holds. */
  record And(BoolNode left, BoolNode right) implements BoolNode {
    @Override
    public boolean test(SlotContext context) {
      return left.test(context) && right.test(context);
    }
  }

  /** True if at least one holds; the second is looked at only where the first does not hold. */
  record Or(BoolNode left, BoolNode right) implements BoolNode {
    @Override
    public boolean test(SlotContext context) {
      return left.test(context) || right.test(context);
    }
  }

  /** One of two. */
  record Choice(BoolNode condition, BoolNode left, BoolNode right) implements BoolNode {
    @Override
    public boolean test(SlotContext context) {
      return condition.test(context) ? left.test(context) : right.test(context);
    }
  }

  /** True if both hold or neither. */
  record Same(BoolNode left, BoolNode right) implements BoolNode {
    @Override
    public boolean test(SlotContext context) {
      return left.test(context) == right.test(context);
    }
  }

  /** A header is valid. */
  record IsValid(HeaderNode<HeaderLayout> header) implements BoolNode {
    @Override
    public boolean test(SlotContext context) {
      return context.slots[header.base(context)] != 0;
    }
  }

  /** A member of a union is valid. */
  record UnionIsValid(HeaderNode<UnionLayout> union) implements BoolNode {
    @Override
    public boolean test(SlotContext context) {
      return HeaderNode.validMember(union, context) >= 0;
    }
  }
}
