package io.smartt.p4.pipeline.interpreter;

import org.jspecify.annotations.Nullable;

/** A node of a control: a table, a conditional or an action call. */
abstract class ControlNode {
  /** Runs the node and says which comes next; null ends the control. */
  abstract @Nullable ControlNode run(InterpreterContext context);

  static void runAll(@Nullable ControlNode first, InterpreterContext context) {
    ControlNode node = first;
    while (node != null && !context.exit) {
      node = node.run(context);
    }
  }

  /** An if. */
  static final class If extends ControlNode {
    private final BoolNode condition;
    private @Nullable ControlNode whenTrue;
    private @Nullable ControlNode whenFalse;

    If(BoolNode condition) {
      this.condition = condition;
    }

    void link(@Nullable ControlNode newWhenTrue, @Nullable ControlNode newWhenFalse) {
      whenTrue = newWhenTrue;
      whenFalse = newWhenFalse;
    }

    @Override
    @Nullable ControlNode run(InterpreterContext context) {
      return condition.test(context) ? whenTrue : whenFalse;
    }
  }

  /** A call of an action without arguments. */
  static final class Call extends ControlNode {
    private static final long[] NO_ARGUMENTS = {};

    private final Action action;
    private @Nullable ControlNode next;

    Call(Action action) {
      this.action = action;
    }

    void link(@Nullable ControlNode newNext) {
      next = newNext;
    }

    @Override
    @Nullable ControlNode run(InterpreterContext context) {
      action.run(context, NO_ARGUMENTS);
      return next;
    }
  }
}
