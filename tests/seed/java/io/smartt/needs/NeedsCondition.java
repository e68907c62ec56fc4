package io.smartt.needs;

import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Decides for {@link Needs}. */
final class NeedsCondition implements ExecutionCondition {
  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    Machine machine = Machine.here();
    for (Needs needs :
        AnnotationSupport.findRepeatableAnnotations(context.getElement(), Needs.class)) {
      Optional<String> missing = machine.missing(needs.value());
      if (missing.isPresent()) {
        machine.refuseIfRequired(needs.kind(), missing.get());
        return ConditionEvaluationResult.disabled(missing.get());
      }
    }
    return ConditionEvaluationResult.enabled("what it needs is there");
  }
}
