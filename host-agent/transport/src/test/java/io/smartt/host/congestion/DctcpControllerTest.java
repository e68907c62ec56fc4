package io.smartt.host.congestion;

import static io.smartt.host.congestion.SmarttTestPaths.BRTT;
import static io.smartt.host.congestion.SmarttTestPaths.LINK_BPS;
import static io.smartt.host.congestion.SmarttTestPaths.MTU;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.smartt.host.settings.RecordSettings;
import org.junit.jupiter.api.Test;

/** Tests of {@link Dctcp.Controller} against RFC 8257. */
class DctcpControllerTest {
  private final Dctcp.Controller flow = controller("initial-window-bdps", "1");

  private static Dctcp.Controller controller(String key, String value) {
    return (Dctcp.Controller)
        new Dctcp(RecordSettings.with(Dctcp.SETTINGS.defaults(), key, value))
            .controller(BRTT, LINK_BPS, MTU);
  }

  /** A window of 100 packets, the first so many of them marked. */
  private void window(int marked) {
    for (int i = 0; i < 100; i++) {
      flow.onAck(0, MTU, BRTT, i < marked, 100_000);
    }
  }

  @Test
  void firstMarkHalvesTheWindowBecauseAlphaStartsAt1() {
    flow.onAck(0, MTU, BRTT, true, 100_000);
    assertThat(flow.windowBytes()).isEqualTo(50_000);
  }

  @Test
  void furtherMarksOfTheWindowCutNothing() {
    for (int i = 0; i < 99; i++) {
      flow.onAck(0, MTU, BRTT, true, 100_000);
    }
    assertThat(flow.windowBytes()).isEqualTo(50_000);
  }

  @Test
  void alphaFollowsTheMarkedShareOfEachWindow() {
    window(20);
    // 15/16 * 1 + 1/16 * 0.2
    assertThat(flow.alpha).isCloseTo(0.95, within(1e-12));
    window(0);
    assertThat(flow.alpha).isCloseTo(0.890625, within(1e-12));
  }

  @Test
  void nextWindowIsCutByHalfOfAlpha() {
    window(100);
    assertThat(flow.alpha).isEqualTo(1);
    window(0);
    assertThat(flow.alpha).isEqualTo(0.9375);
    long before = flow.windowBytes();
    flow.onAck(0, MTU, BRTT, true, 100_000);
    assertThat(flow.windowBytes() / (double) before).isCloseTo(1 - 0.9375 / 2, within(1e-4));
  }

  @Test
  void slowStartUntilTheFirstMarkThenOnePacketPerWindow() {
    flow.onAck(0, MTU, BRTT, false, 100_000);
    assertThat(flow.windowBytes()).isEqualTo(101_000);
    flow.onAck(0, MTU, BRTT, true, 100_000);
    assertThat(flow.windowBytes()).isEqualTo(50_500);
    flow.onAck(0, MTU, BRTT, false, 100_000);
    // 1000 * 1000 / 50500
    assertThat(flow.windowBytes()).isEqualTo(50_519);
  }

  @Test
  void trimHalvesOnceAWindow() {
    flow.onTrim(0, MTU, 99_000);
    flow.onTrim(0, MTU, 98_000);
    assertThat(flow.windowBytes()).isEqualTo(50_000);
  }

  @Test
  void timeoutRestartsAtOnePacketInSlowStartToHalf() {
    flow.onTimeout(0, MTU, 0);
    assertThat(flow.windowBytes()).isEqualTo(1000);
    for (int i = 0; i < 49; i++) {
      flow.onAck(0, MTU, BRTT, false, 1000);
    }
    assertThat(flow.windowBytes()).isEqualTo(50_000);
    flow.onAck(0, MTU, BRTT, false, 1000);
    assertThat(flow.windowBytes()).isEqualTo(50_020);
  }

  /** The window of 100 packets is halved once, though acknowledgements come in between. */
  @Test
  void packetsLostTogetherHalveTheThresholdOnce() {
    for (int i = 0; i < 8; i++) {
      flow.onTimeout(i, MTU, 0);
      flow.onAck(i, MTU, BRTT, false, 1000);
    }
    assertThat(flow.windowBytes()).isEqualTo(2000);
    for (int i = 0; i < 48; i++) {
      flow.onAck(10, MTU, BRTT, false, 1000);
    }
    assertThat(flow.windowBytes()).isEqualTo(50_000);
  }
}
