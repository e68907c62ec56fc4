package io.smartt.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.smartt.experiment.report.SampleSeries.SampleSubject;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of {@link SampleSeries}. */
@Timeout(60)
class SampleSeriesTest {
  private static final SampleSubject FLOW = new SampleSubject.Flow(1);
  private static final SampleSubject QUEUE = new SampleSubject.Queue("leaf1", 1, 0);

  @Test
  void aLevelIsAveragedByTimeFromItsFirstRecordOn() {
    SampleSeries series = new SampleSeries(Metric.CWND, FLOW, 10, 8);
    series.record(5, 100);
    series.record(9, 10);
    series.record(21, 40);

    // 100 for 4 of 5, then 10 for 1; 10 for all; 10 for 1, then 40 for nothing yet.
    assertThat(bins(series)).containsExactly("0: 10 82 100", "10: 10 10 10", "20: 10 10 40");
  }

  @Test
  void aDepthIsZeroBeforeItsFirstRecordAndOnceItIsEmpty() {
    SampleSeries series = new SampleSeries(Metric.QUEUE_DEPTH, QUEUE, 10, 8);
    series.record(15, 4);
    series.record(23, 0);

    assertThat(bins(series)).containsExactly("10: 0 2 4", "20: 0 1.2 4");
  }

  @Test
  void anEmptyQueueBetweenTwoBurstsIsZeroNotARamp() {
    SampleSeries series = new SampleSeries(Metric.QUEUE_DEPTH, QUEUE, 10, 8);
    series.record(1, 4170);
    series.record(2, 0);
    series.record(41, 4170);
    series.record(42, 0);

    assertThat(bins(series))
        .containsExactly("0: 0 417 4170", "10: 0 0 0", "20: 0 0 0", "30: 0 0 0", "40: 0 417 4170");
  }

  @Test
  void inTimeThatIsSkippedADepthHasItsMeanSinceTheMarkBeforeTheLast() {
    SampleSeries series = new SampleSeries(Metric.QUEUE_DEPTH, QUEUE, 10, 8);
    series.record(0, 9000);
    series.mark(10);
    series.record(10, 4000);
    series.record(15, 0);
    series.mark(18);
    series.skip(20, 20);
    series.record(20, 7);
    series.record(29, 0);

    // At 10 it was 4000 for half of the time; what is recorded at 20 happened at 40.
    assertThat(bins(series))
        .containsExactly(
            "0: 9000 9000 9000",
            "10: 0 2000 4000",
            "20: 2000 2000 2000",
            "30: 2000 2000 2000",
            "40: 0 6.3 7");
  }

  @Test
  void inTimeThatIsSkippedAnAmountGoesOnIfThereWasAny() {
    SampleSeries busy = new SampleSeries(Metric.UTILISATION, QUEUE, 10, 8);
    SampleSeries over = new SampleSeries(Metric.UTILISATION, QUEUE, 10, 8);
    busy.addDuring(0, 10);
    over.addDuring(0, 10);
    busy.mark(10);
    over.mark(10);
    busy.addDuring(10, 15);
    busy.mark(18);
    over.mark(18);
    busy.skip(20, 20);
    over.skip(20, 20);
    busy.addDuring(20, 30);

    assertThat(IntStream.range(0, busy.size()).mapToDouble(busy::mean))
        .containsExactly(1.0, 0.5, 0.5, 0.5, 1.0);
    assertThat(IntStream.range(0, over.size()).mapToDouble(over::mean)).containsExactly(1.0);
  }

  /** Of what was simulated since the marks, 15 of 20, and not of what was made up. */
  @Test
  void whatIsMadeUpIsNoPartOfTheNextMean() {
    SampleSeries busy = new SampleSeries(Metric.UTILISATION, QUEUE, 10, 16);
    busy.mark(0);
    busy.addDuring(0, 5);
    busy.mark(10);
    busy.skip(10, 80);
    busy.addDuring(10, 20);
    busy.skip(20, 40);

    assertThat(IntStream.range(0, busy.size()).mapToDouble(busy::mean))
        .containsExactly(0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 1.0, 0.75, 0.75, 0.75, 0.75);
  }

  @Test
  void anAmountThatIsGivenIsThatOfTheSkippedTime() {
    SampleSeries goodput = new SampleSeries(Metric.GOODPUT, FLOW, 1_000_000, 8);
    goodput.add(0, 1);
    goodput.give(2_000);
    goodput.skip(1_000_000, 2_000_000);
    goodput.skip(1_000_000, 1_000_000);

    assertThat(IntStream.range(0, goodput.size()).mapToDouble(goodput::mean))
        .containsExactly(8e6, 8e9, 8e9, 8e6);
  }

  @Test
  void inTimeThatIsSkippedNothingIsMeasuredAndAWindowHolds() {
    SampleSeries rtt = new SampleSeries(Metric.RTT, FLOW, 10, 8);
    SampleSeries window = new SampleSeries(Metric.CWND, FLOW, 10, 8);
    for (SampleSeries series : List.of(rtt, window)) {
      series.record(5, 3_000_000);
      series.mark(5);
      series.skip(10, 20);
      series.record(15, 5_000_000);
    }
    assertThat(bins(rtt)).containsExactly("0: 3 3 3", "10: -", "20: -", "30: 5 5 5");
    assertThat(window.size()).isEqualTo(4);
    assertThat(window.mean(2)).isEqualTo(3_000_000);
  }

  @Test
  void aMeasurementIsAveragedByNumberAndABinWithoutOneIsEmpty() {
    SampleSeries series = new SampleSeries(Metric.RTT, FLOW, 10, 8);
    series.record(1, 2_000_000);
    series.record(2, 4_000_000);
    series.record(29, 9_000_000);

    assertThat(bins(series)).containsExactly("0: 2 3 4", "10: -", "20: 9 9 9");
  }

  @Test
  void anAmountIsARateOverTheWidthOfItsBin() {
    SampleSeries series = new SampleSeries(Metric.GOODPUT, FLOW, 1_000_000, 8);
    series.add(200_000, 500);
    series.add(900_000, 500);
    series.add(2_500_000, 250);

    // 1,000 bytes a microsecond are 8 Gbps.
    assertThat(series.mean(0)).isEqualTo(8e9);
    assertThat(series.mean(1)).isZero();
    assertThat(series.mean(2)).isEqualTo(2e9);
    assertThat(series.isEmpty(1)).isFalse();
  }

  @Test
  void whatTakesTimeIsSpreadOverTheBinsThatItIsIn() {
    SampleSeries series =
        new SampleSeries(Metric.UTILISATION, new SampleSubject.Port("h1", 0), 10, 8);
    series.addDuring(5, 32);
    series.addDuring(32, 33);

    assertThat(List.of(series.mean(0), series.mean(1), series.mean(2), series.mean(3)))
        .containsExactly(0.5, 1.0, 1.0, 0.3);
  }

  @Test
  void binsDoubleWhenTheBoundIsReachedAndStayAlignedToTimeZero() {
    SampleSeries series = new SampleSeries(Metric.QUEUE_DEPTH, QUEUE, 10, 4);
    series.record(30, 8);
    series.record(40, 2);
    series.record(75, 0);

    assertThat(series.widthPs()).isEqualTo(20);
    assertThat(bins(series)).containsExactly("20: 0 4 8", "40: 2 2 2", "60: 0 1.5 2");
  }

  @Test
  void recordingAllocatesNothingOnceGrown() {
    SampleSeries level = new SampleSeries(Metric.CWND, FLOW, 1, 100);
    SampleSeries amount = new SampleSeries(Metric.UTILISATION, FLOW, 1, 100);
    level.record(99, 1);
    amount.add(99, 1);
    long bytes =
        Allocation.bytesOf(() -> {
          for (int i = 100; i < 10_000; i++) {
            level.record(i, i);
            amount.addDuring(i, i + 1);
          }
        });

    assertThat(bytes).isLessThan(1_000); // of the measurement itself
  }

  /** Against a sum over every picosecond, of any events. */
  @Property(tries = 300)
  void everyBinHasLeastLargestAndMeanOfEveryInstantInIt(
      @ForAll @IntRange(min = 2, max = 12) int bound,
      @ForAll @IntRange(min = 1, max = 7) int width,
      @ForAll @Size(min = 1, max = 40) List<@IntRange(min = 0, max = 30) Integer> gaps,
      @ForAll @Size(min = 40, max = 40) List<@IntRange(min = 0, max = 9) Integer> depths) {
    SampleSeries series = new SampleSeries(Metric.QUEUE_DEPTH, QUEUE, width, bound);
    List<Long> levels = new ArrayList<>();
    int now = 0;
    long level = 0;
    for (int i = 0; i < gaps.size(); i++) {
      for (int end = now + gaps.get(i); now < end; now++) {
        levels.add(level);
      }
      level = depths.get(i);
      series.record(now, level);
    }
    series.record(now, 0);

    assertThat(series.size()).isLessThanOrEqualTo(bound);
    assertThat(series.widthPs() % width).isZero();
    for (int bin = 0; bin < series.size(); bin++) {
      double sum = 0;
      for (long at = series.startPs(bin); at < series.startPs(bin) + series.widthPs(); at++) {
        long here = at < levels.size() ? levels.get((int) at) : 0;
        sum += here;
        assertThat(series.least(bin)).isLessThanOrEqualTo((double) here);
        assertThat(series.largest(bin)).isGreaterThanOrEqualTo((double) here);
      }
      assertThat(series.mean(bin)).isCloseTo(sum / series.widthPs(), within(1e-9));
    }
  }

  private static List<String> bins(SampleSeries series) {
    List<String> bins = new ArrayList<>();
    for (int bin = 0; bin < series.size(); bin++) {
      bins.add(
          series.startPs(bin)
              + ": "
              + (series.isEmpty(bin)
                  ? "-"
                  : DecimalText.plain(series.least(bin))
                      + " "
                      + DecimalText.plain(series.mean(bin))
                      + " "
                      + DecimalText.plain(series.largest(bin))));
    }
    return bins;
  }
}
