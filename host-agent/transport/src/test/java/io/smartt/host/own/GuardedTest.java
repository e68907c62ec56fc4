package io.smartt.host.own;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A guard that leaves a call out answers it with the interface's default, not with the user's. */
class GuardedTest {
  @ParameterizedTest
  @ValueSource(classes = {GuardedController.class, GuardedController.GuardedSelector.class})
  void everyCallReachesTheUsersObject(Class<?> guarded) throws NoSuchMethodException {
    for (Method method : guarded.getInterfaces()[0].getMethods()) {
      if (!Modifier.isStatic(method.getModifiers())) {
        assertThat(
                guarded.getMethod(method.getName(), method.getParameterTypes()).getDeclaringClass())
            .as(method.toString())
            .isEqualTo(guarded);
      }
    }
    assertThat(Arrays.stream(guarded.getDeclaredMethods()).count()).isPositive();
  }
}
