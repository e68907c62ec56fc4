package io.smartt.seed;

import java.lang.reflect.AnnotatedElement;
import java.util.Optional;
import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/**
 * Gives each jqwik property of every module one seed, so that a build tries the same each time.
 * {@code -Dsmartt.seed=random} has jqwik draw one a property, {@code -Dsmartt.seed=NUMBER} sets
 * another. A seed in a property's own annotation stays.
 */
public final class PropertySeed implements AroundPropertyHook {
  private static final String PROPERTY = "smartt.seed";
  private static final String STANDARD = "1";

  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    String seed = System.getProperty(PROPERTY, STANDARD);
    if (!seed.equals("random") && context.attributes().seed().isEmpty()) {
      context.attributes().setSeed(seed);
    }
    return property.execute();
  }

  @Override
  public PropagationMode propagateTo() {
    return PropagationMode.ALL_DESCENDANTS;
  }

  @Override
  public boolean appliesTo(Optional<AnnotatedElement> element) {
    return true;
  }
}
