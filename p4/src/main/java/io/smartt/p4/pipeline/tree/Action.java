package io.smartt.p4.pipeline.tree;

import io.smartt.p4.pipeline.FailedAssertionException;
import io.smartt.p4.pipeline.runtime.SlotContext;
import java.util.List;

/** An action: its steps. */
public record Action(String name, List<Primitive> steps) {
  /** An action that takes more steps than this loops for ever. */
  private static final int MAX_STEPS = 1 << 20;

  /** Copies the steps. */
  public Action {
    steps = List.copyOf(steps);
  }

  /** Runs the steps with these arguments. */
  public void run(SlotContext context, long[] arguments) {
    context.arguments = arguments;
    int at = 0;
    for (int taken = 0; at >= 0 && at < steps.size(); taken++) {
      if (taken == MAX_STEPS) {
        throw endless();
      }
      int next = Primitive.Jump.NEXT;
      switch (steps.get(at)) {
        case Primitive.Effect effect -> effect.apply(context);
        case Primitive.Jump jump -> next = jump.target(context);
      }
      at = next == Primitive.Jump.NEXT ? at + 1 : next;
    }
  }

  /** What ends an action that loops. */
  public FailedAssertionException endless() {
    return new FailedAssertionException(
        "action " + name + " did not end after " + MAX_STEPS + " steps");
  }
}
