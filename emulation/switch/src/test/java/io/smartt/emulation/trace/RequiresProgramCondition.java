package io.smartt.emulation.trace;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Decides for {@link RequiresProgram}. */
final class RequiresProgramCondition implements ExecutionCondition {
  private final Map<String, String> environment;

  RequiresProgramCondition() {
    this(System.getenv());
  }

  RequiresProgramCondition(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    Optional<RequiresProgram> wanted =
        AnnotationSupport.findAnnotation(context.getElement(), RequiresProgram.class);
    return wanted
        .map(it -> evaluate(it.capability(), it.program()))
        .orElseGet(() -> ConditionEvaluationResult.enabled("needs no program"));
  }

  ConditionEvaluationResult evaluate(String capability, String program) {
    if (onPath(program)) {
      return ConditionEvaluationResult.enabled(program + " found");
    }
    if (required(capability)) {
      throw new IllegalStateException(
          "SMARTT_REQUIRE has " + capability + ", and " + program + " is not on the PATH");
    }
    return ConditionEvaluationResult.disabled(program + " is not on the PATH");
  }

  private boolean onPath(String program) {
    return Arrays.stream(environment.getOrDefault("PATH", "").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  private boolean required(String capability) {
    return Arrays.asList(environment.getOrDefault("SMARTT_REQUIRE", "").split(","))
        .contains(capability);
  }
}
