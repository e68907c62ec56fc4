package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.host.congestion.CongestionController;
import io.smartt.host.congestion.CongestionScheme;
import io.smartt.host.congestion.Dctcp;
import io.smartt.host.congestion.Mprdma;
import io.smartt.host.congestion.Smartt;
import io.smartt.host.congestion.Swift;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openjdk.jol.info.ClassLayout;

/**
 * Size of congestion control's state of a flow, as this JVM lays it out: the controller's object
 * with its header and padding. What it refers to must be shared with the other flows of the path,
 * which is checked; that is the paper's state "globally".
 */
class FlowStateSizeTest {
  private static final long BASE_RTT_PS = 11_900_000;
  private static final long LINK_BPS = 50_000_000_000L;
  private static final int MTU = 4170;

  private static long bytesPerFlow(CongestionScheme scheme) {
    CongestionController flow = scheme.controller(BASE_RTT_PS, LINK_BPS, MTU);
    CongestionController other = scheme.controller(BASE_RTT_PS, LINK_BPS, MTU);
    for (Field reference : references(flow.getClass())) {
      assertThat(value(reference, flow))
          .as("%s is shared by flows of one path", reference)
          .isSameAs(value(reference, other));
    }
    return ClassLayout.parseInstance(flow).instanceSize();
  }

  private static List<Field> references(Class<?> type) {
    List<Field> references = new ArrayList<>();
    for (Class<?> at = type; at != Object.class; at = at.getSuperclass()) {
      for (Field field : at.getDeclaredFields()) {
        if (!field.getType().isPrimitive() && !Modifier.isStatic(field.getModifiers())) {
          field.setAccessible(true);
          references.add(field);
        }
      }
    }
    assertThat(references).isNotEmpty();
    return references;
  }

  private static Object value(Field field, Object of) {
    try {
      return field.get(of);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void smarttKeepsAtMost64BytesOfAFlow() {
    assertThat(bytesPerFlow(new Smartt(Smartt.Settings.PAPER))).isLessThanOrEqualTo(64);
  }

  @Test
  void theOthersKeepNoMore() {
    assertThat(bytesPerFlow(new Swift(Swift.SETTINGS.defaults()))).isLessThanOrEqualTo(64);
    assertThat(bytesPerFlow(new Mprdma(Mprdma.SETTINGS.defaults()))).isLessThanOrEqualTo(64);
    assertThat(bytesPerFlow(new Dctcp(Dctcp.SETTINGS.defaults()))).isLessThanOrEqualTo(72);
  }
}
