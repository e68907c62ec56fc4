package io.smartt.emulation.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Tests of {@link SampleSeries}. */
class SampleSeriesTest {
  private static final SampleSubject FLOW = new SampleSubject.Flow(1);

  @Test
  void keepsEverySampleWhileThereIsRoom() {
    SampleSeries series = new SampleSeries(Metric.CWND, FLOW, 8);
    for (int i = 0; i < 7; i++) {
      series.record(i, 10L * i);
    }

    assertThat(points(series))
        .containsExactly("0=0", "1=10", "2=20", "3=30", "4=40", "5=50", "6=60");
  }

  @Test
  void onceFullAWindowKeepsTheLastOfEachPair() {
    SampleSeries series = new SampleSeries(Metric.CWND, FLOW, 4);
    for (int i = 0; i < 7; i++) {
      series.record(i, 100 - i);
    }

    // 0 to 3 became two points; 4 and 5 a third; 6 is not yet a whole point.
    assertThat(points(series)).containsExactly("1=99", "3=97", "5=95", "6=94");
  }

  @Test
  void onceFullADepthKeepsTheLargestOfEachPairWithItsTime() {
    SampleSeries series = new SampleSeries(Metric.QUEUE_DEPTH, FLOW, 4);
    long[] depths = {5, 1, 2, 9, 4, 3, 8};
    for (int i = 0; i < depths.length; i++) {
      series.record(i, depths[i]);
    }

    assertThat(points(series)).containsExactly("0=5", "3=9", "4=4", "6=8");
  }

  @Test
  void recordingAllocatesNothingOnceGrown() {
    SampleSeries series = new SampleSeries(Metric.RTT, FLOW, 100);
    long bytes =
        Allocation.bytesOf(() -> {
          for (int i = 0; i < 10_000; i++) {
            series.record(i, i);
          }
        });

    assertThat(bytes).isLessThan(1_000); // of the measurement itself
  }

  @Property(tries = 200)
  void staysWithinItsBoundInOrderAndWithThePeak(
      @ForAll @IntRange(min = 2, max = 40) int bound,
      @ForAll List<@IntRange(min = 0, max = 1000) Integer> values) {
    SampleSeries series = new SampleSeries(Metric.RTT, FLOW, bound);
    for (int i = 0; i < values.size(); i++) {
      series.record(i, values.get(i));
    }

    assertThat(series.size()).isLessThanOrEqualTo(bound);
    long previous = -1;
    long largest = -1;
    for (int i = 0; i < series.size(); i++) {
      assertThat(series.timePs(i)).isGreaterThan(previous);
      assertThat(series.value(i)).isEqualTo((long) values.get((int) series.timePs(i)));
      previous = series.timePs(i);
      largest = Math.max(largest, series.value(i));
    }
    assertThat(largest).isEqualTo(values.stream().mapToLong(v -> v).max().orElse(-1));
  }

  private static List<String> points(SampleSeries series) {
    List<String> points = new ArrayList<>();
    for (int i = 0; i < series.size(); i++) {
      points.add(series.timePs(i) + "=" + series.value(i));
    }
    return points;
  }
}
