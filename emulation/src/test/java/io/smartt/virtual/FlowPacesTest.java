package io.smartt.virtual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.smartt.experiment.traffic.Traffic.RunningFlow;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests of {@link FlowPaces}, by numbers that can be worked out. */
class FlowPacesTest {
  private static final double ONE_PERCENT = 0.01;

  /** All hosts' links are as fast. */
  private static final double[] RATES = new double[200];

  static {
    Arrays.fill(RATES, 1);
  }

  /** Flows to one host each, or all to one. */
  private static FlowPaces paces(int flows, boolean incast) {
    return new FlowPaces(
        IntStream.range(0, flows)
            .mapToObj(i -> new RunningFlow(i, incast ? 99 : 100 + i, 0, 1_000, _ -> {}))
            .toList(),
        RATES,
        ONE_PERCENT);
  }

  /** Paces of flows of which none has more or less under way than before. */
  private static Optional<double[]> of(FlowPaces paces, int[][] packets, double each) {
    return paces.of(packets, new int[packets[0].length], each);
  }

  private static int[][] spans(int[]... spans) {
    return spans;
  }

  @Test
  void whatDoesNotVaryGoesOnAsItDid() {
    int[] span = {100, 300};
    assertThat(of(paces(2, false), spans(span, span, span, span), 1).orElseThrow())
        .containsExactly(400, 1200);
  }

  @Test
  void aFlowWhosePaceChangesIsNotTold() {
    // Of 100, 110, 120, 130: the sum has a standard error of 25.8, 5.6 %.
    assertThat(
            of(
                paces(1, false),
                spans(new int[] {100}, new int[] {110}, new int[] {120}, new int[] {130}),
                1))
        .isEmpty();
    // Of 1000, 1001, 1001, 1002: of 1.6, 0.04 %.
    assertThat(
            of(
                paces(1, false),
                spans(new int[] {1000}, new int[] {1001}, new int[] {1001}, new int[] {1002}),
                1))
        .hasValueSatisfying(all -> assertThat(all).containsExactly(4004));
  }

  @Test
  void aFlowThatStandsIsNotTold() {
    int[] none = {0};
    assertThat(of(paces(1, false), spans(none, none, none, none), 1)).isEmpty();
  }

  @Test
  void fewPacketsDoNotTellOnePercent() {
    // Two standard errors of a count by ones are 0.82 packets, by fours 3.3.
    int[] few = {20};
    assertThat(of(paces(1, false), spans(few, few, few, few), 1)).isEmpty();
    int[] enough = {21};
    assertThat(of(paces(1, false), spans(enough, enough, enough, enough), 1)).isPresent();
    assertThat(of(paces(1, false), spans(enough, enough, enough, enough), 4)).isEmpty();
    int[] more = {84};
    assertThat(of(paces(1, false), spans(more, more, more, more), 4)).isPresent();
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
    double[] told = of(paces(8, true), packets, 1).orElseThrow();
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
    double[] told = of(paces(16, true), packets, 1).orElseThrow();
    assertThat(told[0]).isBetween(7990.0, 8010.0);
    assertThat(told[15]).isBetween(3990.0, 4010.0);
  }

  @Test
  void flowsThatDriftTogetherAreNotTold() {
    int[][] packets = new int[4][8];
    for (int span = 0; span < 4; span++) {
      Arrays.fill(packets[span], 1000 + 20 * span);
    }
    assertThat(of(paces(8, true), packets, 1)).isEmpty();
  }

  @Test
  void muchNoiseIsNotTold() {
    SplittableRandom random = new SplittableRandom(2);
    int[][] packets = new int[4][8];
    for (int[] span : packets) {
      Arrays.setAll(span, _ -> 100 + random.nextInt(-30, 31));
    }
    assertThat(of(paces(8, true), packets, 1)).isEmpty();
  }

  @Test
  void oneKindThatIsNotToldIsEnough() {
    List<RunningFlow> flows =
        IntStream.range(0, 8)
            .mapToObj(i -> new RunningFlow(i, i < 4 ? 98 : 99, 0, 1_000, _ -> {}))
            .toList();
    int[] steady = {100, 100, 100, 100, 50, 50, 50, 50};
    int[] other = {100, 100, 100, 100, 90, 90, 90, 90};
    FlowPaces two = new FlowPaces(flows, RATES, ONE_PERCENT);
    assertThat(of(two, spans(steady, steady, steady, steady), 1).orElseThrow())
        .containsExactly(400, 400, 400, 400, 200, 200, 200, 200);
    assertThat(of(two, spans(steady, other, steady, other), 1)).isEmpty();
  }

  @Test
  void whatDrainsGoesOnAsItIsSent() {
    // 100 of 4,000 were under way before and are not any more: 3,900 were sent.
    int[] span = {1000};
    FlowPaces one = paces(1, false);
    assertThat(one.of(spans(span, span, span, span), new int[] {100}, 1).orElseThrow())
        .containsExactly(3900);
    // What fills goes on as it arrives.
    assertThat(one.of(spans(span, span, span, span), new int[] {-100}, 1).orElseThrow())
        .containsExactly(4000);
  }

  @Test
  void twoHalvesThatDifferAreNoise() {
    // The halves are 24 apart of 4,024, of which two standard errors are 1.2 %; spans that differ
    // as much from one to the next have one of 14, and two of them are 0.7 %.
    assertThat(of(paces(1, false), new int[][] {{1000}, {1000}, {1012}, {1012}}, 1)).isEmpty();
    assertThat(of(paces(1, false), new int[][] {{1000}, {1012}, {1000}, {1012}}, 1)).isPresent();
  }

  @Test
  void packetsThatVaryByChanceMayBeSkippedUntilTheirErrorIsTheBound() {
    FlowPaces one = paces(1, false);
    // The variance of the sum is 4 * 33.3 of 4,020 packets: 0.0332 a packet.
    assertThat(of(one, new int[][] {{1000}, {1010}, {1000}, {1010}}, 1)).isPresent();
    double most = one.most(0, 100_000);
    assertThat(2 * Math.sqrt(400.0 / 3 / 4020 * most)).isCloseTo(1000, within(0.001));
    // What was skipped before counts, and less noise in a few spans is no reason to skip more.
    one.skip(0, 5000);
    int[] span = {1000};
    assertThat(of(one, spans(span, span, span, span), 1)).isPresent();
    assertThat(one.most(0, 100_000)).isCloseTo(most - 5000, within(0.001));
  }

  @Test
  void aFlowThatIsFasterThanItsKindMayBeForAsLongAsThatIsWithinTheBound() {
    // No noise at all: 4,400 and 3,600, of which 10 % may not last.
    int[] span = {1100, 900, 1100, 900};
    FlowPaces four = paces(4, true);
    assertThat(of(four, spans(span, span, span, span), 1).orElseThrow())
        .containsExactly(4400, 3600, 4400, 3600);
    assertThat(four.most(0, 100_000)).isCloseTo(10_000, within(0.001));
    four.skip(0, 4000);
    assertThat(four.most(0, 100_000)).isCloseTo(6000, within(0.001));
    four.skip(0, 6000);
    assertThat(four.most(0, 100_000)).isCloseTo(0, within(0.001));
    // The others have skipped nothing.
    assertThat(four.most(1, 100_000)).isCloseTo(10_000, within(0.001));
    // If it is as fast as they are after all, what was doubted before stays spent.
    int[] same = {1000, 1000, 1000, 1000};
    assertThat(of(four, spans(same, same, same, same), 1)).isPresent();
    assertThat(four.most(0, 100_000)).isNotPositive().isFinite();
    assertThat(four.most(1, 100_000)).isGreaterThan(100_000);
  }

  @Test
  void flowsOfFasterLinksAreAnotherKind() {
    List<RunningFlow> flows =
        IntStream.range(0, 4)
            .mapToObj(i -> new RunningFlow(i, 100 + i, 0, 1_000, _ -> {}))
            .toList();
    double[] rates = RATES.clone();
    rates[2] = 4;
    rates[3] = 4;
    FlowPaces paces = new FlowPaces(flows, rates, ONE_PERCENT);
    int[] span = {1000, 1000, 4000, 4000};
    assertThat(of(paces, spans(span, span, span, span), 1)).isPresent();
    assertThat(paces.most(0, 10_000)).isGreaterThan(10_000);
    assertThat(paces.most(3, 10_000)).isGreaterThan(10_000);
  }

  @Test
  void flowsOfOneHostShareItsLink() {
    List<RunningFlow> flows =
        List.of(
            new RunningFlow(0, 100, 0, 1_000, _ -> {}),
            new RunningFlow(0, 101, 1, 1_000, _ -> {}),
            new RunningFlow(1, 102, 0, 1_000, _ -> {}));
    FlowPaces paces = new FlowPaces(flows, RATES, ONE_PERCENT);
    int[] span = {1000, 1000, 2000};
    assertThat(of(paces, spans(span, span, span, span), 1)).isPresent();
    assertThat(paces.most(2, 10_000)).isGreaterThan(10_000);
  }
}
