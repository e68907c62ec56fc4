package io.smartt.p4.pipeline.tree;

import io.smartt.p4.pipeline.runtime.SlotContext;

/** One step of an action, or a step of a parser or deparser that is a call. */
public sealed interface Primitive {
  /** A step that has an effect; the next step follows. */
  non-sealed interface Effect extends Primitive {
    /** Executes the primitive. */
    void apply(SlotContext context);
  }

  /** Says which step follows. */
  sealed interface Jump extends Primitive {
    /** Goes on with the next step. */
    int NEXT = -1;

    /** The index of the step to go on with, or {@link #NEXT}. */
    int target(SlotContext context);
  }

  /** An effect, written as a lambda. */
  static Primitive of(Effect effect) {
    return effect;
  }

  /** A jump to the step of an index. */
  record Always(DataNode step) implements Jump {
    @Override
    public int target(SlotContext context) {
      return (int) step.low(context);
    }
  }

  /** A jump where a condition does not hold. */
  record Unless(BoolNode condition, DataNode step) implements Jump {
    @Override
    public int target(SlotContext context) {
      return condition.test(context) ? NEXT : (int) step.low(context);
    }
  }
}
