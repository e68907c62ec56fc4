package io.smartt.p4.pipeline.interpreter;

import io.smartt.p4.pipeline.FailedAssertionException;
import java.util.List;

/** An action: its steps. */
final class Action {
  /** An action that takes more steps than this loops for ever. */
  private static final int MAX_STEPS = 1 << 20;

  private final String name;
  private final Primitive[] steps;

  /** The same steps, where none of them jumps. */
  private final Primitive.Effect[] effects;

  Action(String name, List<Primitive> steps) {
    this.name = name;
    this.steps = steps.toArray(Primitive[]::new);
    this.effects =
        steps.stream()
            .filter(Primitive.Effect.class::isInstance)
            .map(Primitive.Effect.class::cast)
            .toArray(Primitive.Effect[]::new);
  }

  void run(InterpreterContext context, long[] arguments) {
    context.arguments = arguments;
    if (effects.length == steps.length) {
      for (Primitive.Effect effect : effects) {
        effect.apply(context);
      }
    } else {
      runWithJumps(context);
    }
  }

  private void runWithJumps(InterpreterContext context) {
    int at = 0;
    for (int taken = 0; at >= 0 && at < steps.length; taken++) {
      if (taken == MAX_STEPS) {
        throw new FailedAssertionException(
            "action " + name + " did not end after " + MAX_STEPS + " steps");
      }
      int next = Primitive.Jump.NEXT;
      switch (steps[at]) {
        case Primitive.Effect effect -> effect.apply(context);
        case Primitive.Jump jump -> next = jump.target(context);
      }
      at = next == Primitive.Jump.NEXT ? at + 1 : next;
    }
  }
}
