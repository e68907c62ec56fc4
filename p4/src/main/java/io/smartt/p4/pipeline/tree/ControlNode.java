package io.smartt.p4.pipeline.tree;

import io.smartt.p4.bmv2.Bmv2Config.PipelineDefinition.Conditional;
import io.smartt.p4.bmv2.ValueText;
import io.smartt.p4.pipeline.TraceEvent;
import io.smartt.p4.pipeline.runtime.Observation;
import io.smartt.p4.pipeline.runtime.SlotContext;
import io.smartt.p4.pipeline.state.ProgramSchema.TableSchema;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A node of a control: a table, a conditional or an action call. */
public abstract sealed class ControlNode permits ControlNode.If, ControlNode.Call, TableNode {
  /** Runs the node and says which comes next; null ends the control. */
  abstract @Nullable ControlNode run(SlotContext context);

  /** Runs a node and those after it. */
  public static void runAll(@Nullable ControlNode first, SlotContext context) {
    ControlNode node = first;
    while (node != null && !context.exit) {
      node = node.run(context);
    }
  }

  /** An if. */
  public static final class If extends ControlNode {
    private final Conditional definition;
    private final BoolNode condition;
    private @Nullable ControlNode whenTrue;
    private @Nullable ControlNode whenFalse;

    If(Conditional definition, BoolNode condition) {
      this.definition = definition;
      this.condition = condition;
    }

    public BoolNode condition() {
      return condition;
    }

    /** The next node where the condition holds. */
    public @Nullable ControlNode whenTrue() {
      return whenTrue;
    }

    /** The next node where the condition does not. */
    public @Nullable ControlNode whenFalse() {
      return whenFalse;
    }

    void link(@Nullable ControlNode newWhenTrue, @Nullable ControlNode newWhenFalse) {
      whenTrue = newWhenTrue;
      whenFalse = newWhenFalse;
    }

    @Override
    @Nullable ControlNode run(SlotContext context) {
      boolean holds = condition.test(context);
      Observation observation = context.machine.observation;
      if (observation != null) {
        observation.met(
            new TraceEvent.Condition(
                ValueText.of(definition.expression(), List.of()), holds, definition.source()));
      }
      return holds ? whenTrue : whenFalse;
    }
  }

  /** A call of an action; p4c writes it as a table without a key. */
  public static final class Call extends ControlNode {
    private final @Nullable TableSchema table;
    private final int index;
    private final Action action;
    private final long[] arguments;
    private @Nullable ControlNode next;

    Call(@Nullable TableSchema table, int index, Action action, long[] arguments) {
      this.table = table;
      this.index = index;
      this.action = action;
      this.arguments = arguments.clone();
    }

    /** Index of the action in the program. */
    public int index() {
      return index;
    }

    /** The action's arguments. */
    public long[] arguments() {
      return arguments.clone();
    }

    public @Nullable ControlNode next() {
      return next;
    }

    void link(@Nullable ControlNode newNext) {
      next = newNext;
    }

    @Override
    @Nullable ControlNode run(SlotContext context) {
      Observation observation = context.machine.observation;
      if (observation != null && table != null) {
        observation.lookedUp(table, Optional.empty(), context, null);
      }
      action.run(context, arguments);
      return next;
    }
  }
}
