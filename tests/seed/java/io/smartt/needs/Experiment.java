package io.smartt.needs;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Marks a long experiment, which {@code ./mvnw verify} leaves out and {@code .ci/run} runs: the
 * property {@code test.groups.excluded} of the parent pom has the tag, and is empty there.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag(Experiment.TAG)
public @interface Experiment {
  /** As in JUnit's filters, and in the parent pom. */
  String TAG = "experiment";
}
