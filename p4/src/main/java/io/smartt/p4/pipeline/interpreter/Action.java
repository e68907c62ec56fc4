package io.smartt.p4.pipeline.interpreter;

import io.smartt.p4.pipeline.FailedAssertionException;
import java.util.List;

/** An action: its steps. */
final class Action {
  /** An action that takes more steps than this loops for ever. */
  private static final int MAX_STEPS = 1 << 20;

  private final String name;
  private final Primitive[] steps;
  private final boolean straight;

  Action(String name, List<Primitive> steps) {
    this.name = name;
    this.steps = steps.toArray(Primitive[]::new);
    this.straight = steps.stream().noneMatch(Primitive::jumps);
  }

  void run(InterpreterContext context, long[] arguments) {
    context.arguments = arguments;
    if (straight) {
      for (Primitive step : steps) {
        step.run(context);
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
      int next = steps[at].run(context);
      at = next == Primitive.NEXT ? at + 1 : next;
    }
  }
}
