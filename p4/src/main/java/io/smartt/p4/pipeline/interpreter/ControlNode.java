package io.smartt.p4.pipeline.interpreter;

import io.smartt.p4.bmv2.Conditional;
import io.smartt.p4.bmv2.ValueText;
import io.smartt.p4.pipeline.trace.TraceEvent;
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
    private final Conditional definition;
    private final BoolNode condition;
    private @Nullable ControlNode whenTrue;
    private @Nullable ControlNode whenFalse;

    If(Conditional definition, BoolNode condition) {
      this.definition = definition;
      this.condition = condition;
    }

    void link(@Nullable ControlNode newWhenTrue, @Nullable ControlNode newWhenFalse) {
      whenTrue = newWhenTrue;
      whenFalse = newWhenFalse;
    }

    @Override
    @Nullable ControlNode run(InterpreterContext context) {
      boolean holds = condition.test(context);
      if (context.machine.observation != null) {
        context.machine.observation.met(
            new TraceEvent.Condition(ValueText.of(definition.expression()), holds));
      }
      return holds ? whenTrue : whenFalse;
    }
  }

  /** A call of an action; p4c writes it as a table without a key. */
  static final class Call extends ControlNode {
    private final Action action;
    private final long[] arguments;
    private @Nullable ControlNode next;

    Call(Action action, long[] arguments) {
      this.action = action;
      this.arguments = arguments.clone();
    }

    void link(@Nullable ControlNode newNext) {
      next = newNext;
    }

    @Override
    @Nullable ControlNode run(InterpreterContext context) {
      action.run(context, arguments);
      return next;
    }
  }
}
