package io.smartt.host.own;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.host.congestion.CongestionContext;
import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.congestion.CongestionController;
import io.smartt.host.congestion.CongestionScheme;
import io.smartt.host.congestion.Nscc;
import io.smartt.host.congestion.PullRate;
import io.smartt.host.congestion.ReceiverSide;
import io.smartt.host.congestion.RedMarking;
import io.smartt.host.congestion.WindowBounds;
import io.smartt.host.congestion.WindowLimits;
import io.smartt.host.pathing.LoadBalancer;
import io.smartt.host.pathing.PathScheme;
import io.smartt.host.pathing.PathSelector;
import io.smartt.host.settings.Setting;
import io.smartt.host.settings.SettingsGroup;
import io.smartt.host.settings.SettingsValues;
import io.smartt.host.signals.Signals;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Pins what users' algorithms see. Where this test fails, a file that somebody has written may not
 * compile any more: {@code OwnApi.VERSION} grows then, and {@code own-api.txt} with it.
 */
class OwnApiTest {
  private static final List<Class<?>> SEEN =
      List.of(
          CongestionControl.class,
          CongestionControl.Implied.class,
          CongestionContext.class,
          CongestionScheme.class,
          CongestionController.class,
          Nscc.class,
          Nscc.Controller.class,
          ReceiverSide.class,
          ReceiverSide.CreditGrants.class,
          PullRate.class,
          PullRate.GrantOrder.class,
          RedMarking.class,
          WindowLimits.class,
          WindowBounds.class,
          LoadBalancer.class,
          LoadBalancer.Context.class,
          PathScheme.class,
          PathSelector.class,
          Setting.class,
          SettingsGroup.class,
          SettingsValues.class,
          Signals.class);

  @Test
  void theSignaturesAreThoseOfTheVersion() throws IOException {
    try (var in = OwnApiTest.class.getResourceAsStream("own-api.txt")) {
      assertThat(text()).isEqualTo(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private static String text() {
    return "version "
        + OwnApi.VERSION
        + "\n"
        + SEEN.stream().map(OwnApiTest::text).collect(Collectors.joining());
  }

  private static String text(Class<?> type) {
    return Stream.of(
            Arrays.stream(type.getFields()).map(Field::toGenericString),
            Arrays.stream(type.getDeclaredConstructors())
                .filter(OwnApiTest::isSeen)
                .map(Constructor::toGenericString),
            Arrays.stream(type.getDeclaredMethods())
                .filter(method -> isSeen(method) && !method.isSynthetic())
                .map(Method::toGenericString))
        .flatMap(lines -> lines)
        .sorted()
        .map(line -> line + "\n")
        .collect(Collectors.joining("", "\n" + type.toGenericString() + "\n", ""));
  }

  /** What a class of a user's may call: what is public, and what is for classes that extend one. */
  private static boolean isSeen(Member member) {
    return Modifier.isPublic(member.getModifiers()) || Modifier.isProtected(member.getModifiers());
  }
}
