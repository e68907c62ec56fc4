package io.smartt.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.experiment.traffic.Traffic.RunningFlow;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests of {@link FlowPaces}, by numbers that can be worked out. */
class FlowPacesTest {
  private static final double ONE_PERCENT = 0.01;

  /** Flows to one host each, or all to one. */
  private static FlowPaces paces(int flows, boolean incast) {
    return new FlowPaces(
        IntStream.range(0, flows)
            .mapToObj(i -> new RunningFlow(i, incast ? 99 : 100 + i, 0, 1_000, _ -> {}))
            .toList(),
        ONE_PERCENT);
  }

  private static int[][] spans(int[]... spans) {
    return spans;
  }

  @Test
  void whatDoesNotVaryGoesOnAsItDid() {
    int[] span = {100, 300};
    assertThat(paces(2, false).of(spans(span, span, span, span), 1).orElseThrow())
        .containsExactly(400, 1200);
  }

  @Test
  void aFlowWhosePaceChangesIsNotTold() {
    // Of 100, 110, 120, 130: the sum has a standard error of 25.8, 5.6 %.
    assertThat(
            paces(1, false)
                .of(spans(new int[] {100}, new int[] {110}, new int[] {120}, new int[] {130}), 1))
        .isEmpty();
    // Of 1000, 1001, 1001, 1002: of 1.6, 0.04 %.
    assertThat(
            paces(1, false)
                .of(
                    spans(new int[] {1000}, new int[] {1001}, new int[] {1001}, new int[] {1002}),
                    1))
        .hasValueSatisfying(all -> assertThat(all).containsExactly(4004));
  }

  @Test
  void aFlowThatStandsIsNotTold() {
    int[] none = {0};
    assertThat(paces(1, false).of(spans(none, none, none, none), 1)).isEmpty();
  }

  @Test
  void fewPacketsDoNotTellOnePercent() {
    // Two standard errors of a count by ones are 0.82 packets, by fours 3.3.
    int[] few = {20};
    assertThat(paces(1, false).of(spans(few, few, few, few), 1)).isEmpty();
    int[] enough = {21};
    assertThat(paces(1, false).of(spans(enough, enough, enough, enough), 1)).isPresent();
    assertThat(paces(1, false).of(spans(enough, enough, enough, enough), 4)).isEmpty();
    int[] more = {84};
    assertThat(paces(1, false).of(spans(more, more, more, more), 4)).isPresent();
  }

  @Test
  void differencesThatAreNoiseAreDrawnToTheMean() {
    // Each flow has 100 in all but one span; which one has 108 says nothing of the time to come.
    int[][] packets = new int[4][8];
    for (int[] span : packets) {
      Arrays.fill(span, 1000);
    }
    for (int flow = 0; flow < 8; flow++) {
      packets[flow % 4][flow] = flow < 4 ? 1008 : 992;
    }
    double[] told = paces(8, true).of(packets, 1).orElseThrow();
    // The spread of the sums, 4008 and 3992, is 73; their noise 64: 12 % of it is the flows' own.
    assertThat(told[0]).isBetween(4000.0, 4002.0);
    assertThat(told[7]).isBetween(3998.0, 4000.0);
    assertThat(Arrays.stream(told).average()).hasValue(4000);
  }

  @Test
  void differencesThatLastAreKept() {
    SplittableRandom random = new SplittableRandom(1);
    int[][] packets = new int[4][16];
    for (int[] span : packets) {
      for (int flow = 0; flow < 16; flow++) {
        span[flow] = (flow < 8 ? 2000 : 1000) + random.nextInt(-1, 2);
      }
    }
    double[] told = paces(16, true).of(packets, 1).orElseThrow();
    assertThat(told[0]).isBetween(7990.0, 8010.0);
    assertThat(told[15]).isBetween(3990.0, 4010.0);
  }

  @Test
  void flowsThatDriftTogetherAreNotTold() {
    int[][] packets = new int[4][8];
    for (int span = 0; span < 4; span++) {
      Arrays.fill(packets[span], 1000 + 20 * span);
    }
    assertThat(paces(8, true).of(packets, 1)).isEmpty();
  }

  @Test
  void muchNoiseIsNotTold() {
    SplittableRandom random = new SplittableRandom(2);
    int[][] packets = new int[4][8];
    for (int[] span : packets) {
      Arrays.setAll(span, _ -> 100 + random.nextInt(-30, 31));
    }
    assertThat(paces(8, true).of(packets, 1)).isEmpty();
  }

  @Test
  void oneKindThatIsNotToldIsEnough() {
    List<RunningFlow> flows =
        IntStream.range(0, 8)
            .mapToObj(i -> new RunningFlow(i, i < 4 ? 98 : 99, 0, 1_000, _ -> {}))
            .toList();
    int[] steady = {100, 100, 100, 100, 50, 50, 50, 50};
    int[] other = {100, 100, 100, 100, 90, 90, 90, 90};
    FlowPaces two = new FlowPaces(flows, ONE_PERCENT);
    assertThat(two.of(spans(steady, steady, steady, steady), 1).orElseThrow())
        .containsExactly(400, 400, 400, 400, 200, 200, 200, 200);
    assertThat(two.of(spans(steady, other, steady, other), 1)).isEmpty();
  }
}
