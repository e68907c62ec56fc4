package io.smartt.p4.pipeline.tree;

import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.layout.ProgramLayout.StackLayout;
import io.smartt.p4.pipeline.layout.ProgramLayout.UnionLayout;
import io.smartt.p4.pipeline.runtime.SlotContext;
import java.util.List;

/** An expression that yields a header union: where its slots start. */
public sealed interface UnionNode {
  /** A union laid out as the one that is yielded. */
  UnionLayout shape();

  /** First slot of the union. */
  int base(SlotContext context);

  /** Returns which member is valid, or -1. */
  default int validMember(SlotContext context) {
    int base = base(context);
    List<HeaderLayout> members = shape().members();
    for (int i = 0; i < members.size(); i++) {
      int offset = members.get(i).base() - shape().base();
      if (context.slots[base + offset + HeaderLayout.VALID_OFFSET] != 0) {
        return i;
      }
    }
    return -1;
  }

  /** A union that the program names. */
  record Named(UnionLayout shape) implements UnionNode {
    @Override
    public int base(SlotContext context) {
      return shape.base();
    }
  }

  /**
   * A member of a stack of unions by a computed index.
   *
   * @param voidBase slots that belong to nothing, for an index outside the stack
   */
  record StackElement(StackLayout<UnionLayout> stack, DataNode index, int voidBase)
      implements UnionNode {
    @Override
    public UnionLayout shape() {
      return stack.members().getFirst();
    }

    @Override
    public int base(SlotContext context) {
      return stack.base(index.low(context), voidBase);
    }
  }

  /**
   * The last member of a stack of unions that is in use.
   *
   * @param voidBase slots that belong to nothing, for an empty stack
   */
  record StackLast(StackLayout<UnionLayout> stack, int voidBase) implements UnionNode {
    @Override
    public UnionLayout shape() {
      return stack.members().getFirst();
    }

    @Override
    public int base(SlotContext context) {
      return stack.last(context.slots, voidBase);
    }
  }
}
