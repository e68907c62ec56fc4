package io.smartt.realtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link RealTimeSwitches} that stand in front of others. */
class RealTimeSwitchesTest {
  /** What has a default is else lost on the way, and no compiler says so. */
  @ParameterizedTest
  @ValueSource(strings = "io.smartt.realtime.netns.machines.MachinesRun$MachineSwitches")
  void whoStandsInFrontOfOthersPassesEverythingOn(String wrapper) throws ClassNotFoundException {
    List<String> passedOn =
        Arrays.stream(Class.forName(wrapper).getDeclaredMethods()).map(Method::getName).toList();

    assertThat(RealTimeSwitches.class.getMethods())
        .filteredOn(method -> !Modifier.isStatic(method.getModifiers()))
        .extracting(Method::getName)
        .isNotEmpty()
        .isSubsetOf(passedOn);
  }
}
