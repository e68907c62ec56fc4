package io.smartt.p4.pipeline.compiler;

import module java.base;

import io.smartt.p4.pipeline.runtime.SlotContext;
import io.smartt.p4.pipeline.tree.Action;
import io.smartt.p4.pipeline.tree.BoolNode;
import io.smartt.p4.pipeline.tree.DataNode;
import io.smartt.p4.pipeline.tree.DataNodes;
import io.smartt.p4.pipeline.tree.Primitive;

/** Code of an action. */
final class ActionWriter {
  private final Code code;
  private final CodeBuilder raw;
  private final Numbers numbers;
  private final PrimitiveCode effects;

  ActionWriter(Code code, List<Integer> registerWidths) {
    this.code = code;
    this.raw = code.raw();
    this.numbers = new Numbers(code);
    this.effects = new PrimitiveCode(code, numbers, registerWidths);
  }

  /**
   * Returns whether all jumps lead forward to a step that the program states, so that the action
   * ends.
   */
  static boolean canWrite(Action action) {
    for (int at = 0; at < action.steps().size(); at++) {
      if (action.steps().get(at) instanceof Primitive.Jump jump) {
        int target = target(jump, at);
        if (target <= at) {
          return false;
        }
      }
    }
    return true;
  }

  /** The step that a jump leads to; one that is not a constant or not a step, negative. */
  private static int target(Primitive.Jump jump, int at) {
    DataNode step =
        switch (jump) {
          case Primitive.Always(DataNode always) -> always;
          case Primitive.Unless(_, DataNode unless) -> unless;
        };
    if (step instanceof DataNodes.Constant constant) {
      int target = constant.value().intValue();
      return target == Primitive.Jump.NEXT ? at + 1 : target;
    }
    return Integer.MIN_VALUE;
  }

  /** The steps of an action for which {@link #canWrite} holds. */
  void steps(Action action) {
    List<Primitive> steps = action.steps();
    List<Label> labels =
        IntStream.rangeClosed(0, steps.size()).mapToObj(_ -> code.label()).toList();
    for (int at = 0; at < steps.size(); at++) {
      code.bind(labels.get(at));
      switch (steps.get(at)) {
        case Primitive.Effect effect -> effects.apply(effect);
        case Primitive.Jump jump -> {
          Label target = labels.get(Math.min(target(jump, at), steps.size()));
          switch (jump) {
            case Primitive.Always _ -> raw.goto_(target);
            case Primitive.Unless(BoolNode condition, _) ->
                numbers.truths().jump(condition, target, false);
          }
        }
      }
    }
    code.bind(labels.getLast());
    raw.return_();
  }

  /** Steps of an action without jumps, from one to before another. */
  void effects(Action action, int from, int to) {
    for (Primitive step : action.steps().subList(from, to)) {
      if (step instanceof Primitive.Effect effect) {
        effects.apply(effect);
      }
    }
    raw.return_();
  }

  /** Lets the action run itself. */
  void ask(Action action) {
    code.constant(action, Action.class).context().arguments();
    code.call(Action.class, "run", void.class, SlotContext.class, long[].class);
    raw.return_();
  }
}
