package io.smartt.host.congestion;

import static io.smartt.host.congestion.SmarttTestPaths.BRTT;
import static io.smartt.host.congestion.SmarttTestPaths.LINK_BPS;
import static io.smartt.host.congestion.SmarttTestPaths.MTU;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests of {@link Mprdma.Controller}. */
class MprdmaControllerTest {
  private final CongestionController flow =
      new Mprdma(Mprdma.SETTINGS.defaults()).controller(BRTT, LINK_BPS, MTU);

  @Test
  void startsWithOneBdp() {
    assertThat(flow.windowBytes()).isEqualTo(100_000);
  }

  @Test
  void unmarkedPacketAddsOneOverTheWindow() {
    flow.onAck(0, MTU, BRTT, false, 0);
    // 1000 * 1000 / 100000
    assertThat(flow.windowBytes()).isEqualTo(100_010);
  }

  @Test
  void markedPacketTakesHalfAPacketEachTime() {
    flow.onAck(0, MTU, BRTT, true, 0);
    flow.onAck(0, MTU, BRTT, true, 0);
    assertThat(flow.windowBytes()).isEqualTo(99_000);
  }

  @Test
  void equilibriumIsWhereTwoPacketsAWindowAreMarked() {
    for (int i = 0; i < 100; i++) {
      flow.onAck(0, MTU, BRTT, i == 30 || i == 80, 0);
    }
    assertThat(flow.windowBytes()).isBetween(99_900L, 100_050L);
  }

  @Test
  void lostPacketTakesItself() {
    flow.onTrim(0, MTU, 0);
    flow.onTimeout(0, MTU, 0);
    assertThat(flow.windowBytes()).isEqualTo(98_000);
  }

  @Test
  void windowStaysBetweenOnePacketAndOneAndAHalfBdp() {
    for (int i = 0; i < 300; i++) {
      flow.onAck(0, MTU, BRTT, true, 0);
    }
    assertThat(flow.windowBytes()).isEqualTo(1000);
    for (int i = 0; i < 20_000; i++) {
      flow.onAck(0, MTU, BRTT, false, 0);
    }
    assertThat(flow.windowBytes()).isEqualTo(150_000);
  }
}
