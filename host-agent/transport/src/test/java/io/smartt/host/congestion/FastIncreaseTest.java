package io.smartt.host.congestion;

import static io.smartt.host.congestion.SmarttTestPaths.BRTT;
import static io.smartt.host.congestion.SmarttTestPaths.SETTINGS;
import static io.smartt.host.congestion.SmarttTestPaths.parameters;
import static io.smartt.host.congestion.SmarttTestPaths.state;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests of {@link FastIncrease}: Algorithm 2 line by line. */
class FastIncreaseTest {
  private static final long CLOSE = BRTT + BRTT / 12;

  private final FastIncrease fastIncrease = new FastIncrease(parameters(SETTINGS));

  @Test
  void line2RttUpToATwelfthAboveBaseIsClose() {
    SmarttState flow = state(10_000);
    fastIncrease.apply(flow, 1000, CLOSE, false);
    assertThat(flow.count).isEqualTo(1000);
    fastIncrease.apply(flow, 1000, CLOSE + 1, false);
    assertThat(flow.count).isZero();
  }

  @Test
  void line2MarkedAcknowledgementIsCongestion() {
    SmarttState flow = state(10_000);
    flow.count = 5000;
    flow.increase = true;
    assertThat(fastIncrease.apply(flow, 1000, BRTT, true)).isFalse();
    assertThat(flow.count).isZero();
    assertThat(flow.increase).isFalse();
    assertThat(flow.cwnd).isEqualTo(10_000);
  }

  @Test
  void line3CountsBytesInARow() {
    SmarttState flow = state(10_000);
    for (int i = 0; i < 10; i++) {
      assertThat(fastIncrease.apply(flow, 1000, BRTT, false)).isFalse();
    }
    assertThat(flow.count).isEqualTo(10_000);
    assertThat(flow.cwnd).isEqualTo(10_000);
  }

  @Test
  void lines4And5MoreThanAWindowOfThemAddsTwoMtus() {
    SmarttState flow = state(10_000);
    flow.count = 10_000;
    assertThat(fastIncrease.apply(flow, 1, BRTT, false)).isTrue();
    assertThat(flow.cwnd).isEqualTo(12_000);
  }

  @Test
  void line6StaysActiveWhateverTheCount() {
    SmarttState flow = state(10_000);
    flow.count = 10_000;
    fastIncrease.apply(flow, 1000, BRTT, false);
    // 12,000 now, and the count is 11,000 and 12,000: not more than the window.
    assertThat(fastIncrease.apply(flow, 1000, BRTT, false)).isTrue();
    assertThat(flow.cwnd).isEqualTo(14_000);
  }

  @Test
  void lines9To11AHighRttEndsIt() {
    SmarttState flow = state(10_000);
    flow.count = 10_000;
    fastIncrease.apply(flow, 1000, BRTT, false);
    assertThat(fastIncrease.apply(flow, 1000, 2 * BRTT, false)).isFalse();
    assertThat(fastIncrease.apply(flow, 1000, BRTT, false)).as("counts anew").isFalse();
    assertThat(flow.cwnd).isEqualTo(12_000);
  }

  @Test
  void lines7And13TheReportIsWhetherItIsActive() {
    SmarttState flow = state(10_000);
    flow.count = 9_000;
    assertThat(fastIncrease.apply(flow, 1000, BRTT, false)).as("line 13, not yet").isFalse();
    assertThat(fastIncrease.apply(flow, 1000, BRTT, false)).as("line 7").isTrue();
    assertThat(fastIncrease.apply(flow, 1000, BRTT, true)).as("line 13, no more").isFalse();
  }

  @Test
  void line5AddsKMtus() {
    SmarttState flow = state(10_000);
    flow.count = 10_000;
    new FastIncrease(parameters(SmarttTestPaths.with(SETTINGS, "fast-increase-mtus", "3.5")))
        .apply(flow, 1000, BRTT, false);
    assertThat(flow.cwnd).isEqualTo(13_500);
  }
}
