package io.smartt.host.congestion;

import static io.smartt.host.congestion.SmarttTestPaths.BRTT;
import static io.smartt.host.congestion.SmarttTestPaths.SETTINGS;
import static io.smartt.host.congestion.SmarttTestPaths.flow;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests of {@link Smartt}: Algorithm 3, FastIncrease, line by line. */
class FastIncreaseTest {
  private static final long CLOSE = BRTT + BRTT / 12;

  @Test
  void line2RttUpToATwelfthAboveBaseIsClose() {
    Smartt.Controller flow = flow(10_000);
    flow.fastIncrease(1000, CLOSE, false);
    assertThat(flow.count).isEqualTo(1000);
    flow.fastIncrease(1000, CLOSE + 1, false);
    assertThat(flow.count).isZero();
  }

  @Test
  void line2MarkedAcknowledgementIsCongestion() {
    Smartt.Controller flow = flow(10_000);
    flow.count = 5000;
    flow.increase = true;
    assertThat(flow.fastIncrease(1000, BRTT, true)).isFalse();
    assertThat(flow.count).isZero();
    assertThat(flow.increase).isFalse();
    assertThat(flow.cwnd).isEqualTo(10_000);
  }

  @Test
  void line3CountsBytesInARow() {
    Smartt.Controller flow = flow(10_000);
    for (int i = 0; i < 10; i++) {
      assertThat(flow.fastIncrease(1000, BRTT, false)).isFalse();
    }
    assertThat(flow.count).isEqualTo(10_000);
    assertThat(flow.cwnd).isEqualTo(10_000);
  }

  @Test
  void lines4And5MoreThanAWindowOfThemAddsTwoMtus() {
    Smartt.Controller flow = flow(10_000);
    flow.count = 10_000;
    assertThat(flow.fastIncrease(1, BRTT, false)).isTrue();
    assertThat(flow.cwnd).isEqualTo(12_000);
  }

  @Test
  void line6StaysActiveWhateverTheCount() {
    Smartt.Controller flow = flow(10_000);
    flow.count = 10_000;
    flow.fastIncrease(1000, BRTT, false);
    // 12,000 now, and the count is 11,000 and 12,000: not more than the window.
    assertThat(flow.fastIncrease(1000, BRTT, false)).isTrue();
    assertThat(flow.cwnd).isEqualTo(14_000);
  }

  @Test
  void lines9To11AHighRttEndsIt() {
    Smartt.Controller flow = flow(10_000);
    flow.count = 10_000;
    flow.fastIncrease(1000, BRTT, false);
    assertThat(flow.fastIncrease(1000, 2 * BRTT, false)).isFalse();
    assertThat(flow.fastIncrease(1000, BRTT, false)).as("counts anew").isFalse();
    assertThat(flow.cwnd).isEqualTo(12_000);
  }

  @Test
  void lines7And13TheReportIsWhetherItIsActive() {
    Smartt.Controller flow = flow(10_000);
    flow.count = 9_000;
    assertThat(flow.fastIncrease(1000, BRTT, false)).as("line 13, not yet").isFalse();
    assertThat(flow.fastIncrease(1000, BRTT, false)).as("line 7").isTrue();
    assertThat(flow.fastIncrease(1000, BRTT, true)).as("line 13, no more").isFalse();
  }

  @Test
  void line5AddsKMtus() {
    Smartt.Controller flow =
        flow(10_000, SmarttTestPaths.with(SETTINGS, "fast-increase-mtus", "3.5"));
    flow.count = 10_000;
    flow.fastIncrease(1000, BRTT, false);
    assertThat(flow.cwnd).isEqualTo(13_500);
  }
}
