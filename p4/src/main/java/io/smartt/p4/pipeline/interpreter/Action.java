package io.smartt.p4.pipeline.interpreter;

import io.smartt.p4.bmv2.ActionDefinition;
import io.smartt.p4.bmv2.ValueText;
import io.smartt.p4.pipeline.FailedAssertionException;
import io.smartt.p4.pipeline.state.ActionSchema;
import java.util.List;

/** An action: its steps. */
final class Action {
  /** An action that takes more steps than this loops for ever. */
  private static final int MAX_STEPS = 1 << 20;

  private final ActionDefinition definition;
  private final ActionSchema schema;
  private final Primitive[] steps;

  /** The same steps, where none of them jumps. */
  private final Primitive.Effect[] effects;

  Action(ActionDefinition definition, ActionSchema schema, List<Primitive> steps) {
    this.definition = definition;
    this.schema = schema;
    this.steps = steps.toArray(Primitive[]::new);
    this.effects =
        steps.stream()
            .filter(Primitive.Effect.class::isInstance)
            .map(Primitive.Effect.class::cast)
            .toArray(Primitive.Effect[]::new);
  }

  void run(InterpreterContext context, long[] arguments) {
    context.arguments = arguments;
    if (context.machine.observation != null) {
      context.machine.observation.actionStarted(definition, schema, arguments);
      runWithJumps(context);
    } else if (effects.length == steps.length) {
      for (Primitive.Effect effect : effects) {
        effect.apply(context);
      }
    } else {
      runWithJumps(context);
    }
  }

  private void apply(Primitive.Effect effect, int at, InterpreterContext context) {
    Observation observation = context.machine.observation;
    if (observation == null) {
      effect.apply(context);
      return;
    }
    observation.begin(context);
    effect.apply(context);
    List<String> parameters =
        definition.parameters().stream().map(ActionDefinition.Parameter::name).toList();
    observation.stepped(ValueText.of(definition.primitives().get(at), parameters), context);
  }

  private void runWithJumps(InterpreterContext context) {
    int at = 0;
    for (int taken = 0; at >= 0 && at < steps.length; taken++) {
      if (taken == MAX_STEPS) {
        throw new FailedAssertionException(
            "action " + definition.name() + " did not end after " + MAX_STEPS + " steps");
      }
      int next = Primitive.Jump.NEXT;
      switch (steps[at]) {
        case Primitive.Effect effect -> apply(effect, at, context);
        case Primitive.Jump jump -> next = jump.target(context);
      }
      at = next == Primitive.Jump.NEXT ? at + 1 : next;
    }
  }
}
