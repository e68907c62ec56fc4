package io.smartt.p4.pipeline.tree;

import io.smartt.p4.bmv2.Bmv2Config.ActionDefinition;
import io.smartt.p4.bmv2.ValueText;
import io.smartt.p4.pipeline.Pipeline.FailedAssertionException;
import io.smartt.p4.pipeline.runtime.Observation;
import io.smartt.p4.pipeline.runtime.SlotContext;
import io.smartt.p4.pipeline.state.ActionSchema;
import java.util.List;

/**
 * An action: its steps.
 *
 * @param definition what the steps were made of
 */
public record Action(ActionDefinition definition, ActionSchema schema, List<Primitive> steps) {
  /** An action that takes more steps than this loops for ever. */
  private static final int MAX_STEPS = 1 << 20;

  /** Copies the steps. */
  public Action {
    steps = List.copyOf(steps);
  }

  /** Runs the steps with these arguments. */
  public void run(SlotContext context, long[] arguments) {
    context.arguments = arguments;
    Observation observation = context.machine.observation;
    if (observation != null) {
      observation.actionStarted(definition, schema, arguments);
    }
    int at = 0;
    for (int taken = 0; at >= 0 && at < steps.size(); taken++) {
      if (taken == MAX_STEPS) {
        throw endless();
      }
      int next = Primitive.Jump.NEXT;
      switch (steps.get(at)) {
        case Primitive.Effect effect -> {
          if (observation == null) {
            effect.apply(context);
          } else {
            observation.begin(context);
            effect.apply(context);
            observation.stepped(text(at), definition.primitives().get(at).source(), context);
          }
        }
        case Primitive.Jump jump -> next = jump.target(context);
      }
      at = next == Primitive.Jump.NEXT ? at + 1 : next;
    }
  }

  /** A step as P4 would say it. */
  private String text(int step) {
    List<String> parameters =
        definition.parameters().stream().map(ActionDefinition.Parameter::name).toList();
    return ValueText.of(definition.primitives().get(step), parameters);
  }

  /** Returns what ends an action that loops. */
  public FailedAssertionException endless() {
    return new FailedAssertionException(
        "action " + definition.name() + " did not end after " + MAX_STEPS + " steps");
  }
}
