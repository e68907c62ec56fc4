package io.smartt.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.experiment.report.SampleRecorder.SampleResolution;
import io.smartt.experiment.report.SampleSeries.SampleSubject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of {@link SampleRecorder}. */
@Timeout(60)
class SampleRecorderTest {
  private static final long FINEST_PS = 100_000;

  @Test
  void aFewSeriesHaveUpToAThousandBinsEach() {
    SampleSeries series = fill(new SampleRecorder(), 1, 100_000);

    assertThat(series.size()).isBetween(500, 1_000);
  }

  @Test
  void manySeriesShareTheBudget() {
    SampleRecorder recorder = new SampleRecorder(resolution(40_000));
    for (int flow = 0; flow < 300; flow++) {
      fill(recorder, flow, 5_000);
    }

    RunSamples samples = recorder.samples();
    assertThat(samples.series()).hasSize(300);
    assertThat(samples.series().stream().mapToInt(SampleSeries::size).sum())
        .isLessThanOrEqualTo(40_000);
    assertThat(samples.series()).allMatch(series -> series.size() >= 50);
    assertThat(samples.leftOff()).isZero();
  }

  @Test
  void moreSeriesThanTheBudgetHasRoomForAreKeptWhereThatIsWanted() {
    SampleRecorder recorder = new SampleRecorder(new SampleResolution(1, 1_000, 125, false, 4));
    for (int flow = 1; flow <= 5; flow++) {
      fill(recorder, flow, 1_000);
    }

    RunSamples samples = recorder.samples();
    assertThat(samples.series()).hasSize(4).allMatch(series -> series.size() <= 50);
    assertThat(samples.leftOff()).isEqualTo(1);
  }

  @Test
  void saysHowManySeriesFoundNoRoom() {
    SampleRecorder recorder = new SampleRecorder(resolution(125));

    fill(recorder, 3, 1_000);
    fill(recorder, 1, 1_000);
    fill(recorder, 2, 1_000);

    assertThat(recorder.samples().series())
        .extracting(SampleSeries::subject)
        .containsExactly(new SampleSubject.Flow(1), new SampleSubject.Flow(2));
    assertThat(recorder.samples().leftOff()).isEqualTo(1);
  }

  @Test
  void whatIsOpenedWhenThereIsNoRoomAnyMoreRecordsNothingAndIsCounted() {
    SampleRecorder recorder = new SampleRecorder(resolution(125));
    fill(recorder, 1, 1_000);
    fill(recorder, 2, 1_000);
    recorder.settle();

    fill(recorder, 3, 1_000);
    fill(recorder, 4, 1_000);

    RunSamples samples = recorder.samples();
    assertThat(samples.series())
        .extracting(SampleSeries::subject)
        .containsExactly(new SampleSubject.Flow(1), new SampleSubject.Flow(2));
    assertThat(samples.leftOff()).isEqualTo(2);
  }

  @Test
  void aWidthThatSomebodyChoseIsThatOfEverySeries() {
    SampleRecorder recorder = new SampleRecorder(SampleResolution.of(10 * FINEST_PS));

    assertThat(recorder.open(Metric.GOODPUT, new SampleSubject.Flow(1), 100 * FINEST_PS).widthPs())
        .isEqualTo(10 * FINEST_PS);
  }

  @Test
  void otherwiseBinsAreNotNarrowerThanWhatValuesAreOf() {
    SampleRecorder recorder = new SampleRecorder();

    assertThat(recorder.open(Metric.GOODPUT, new SampleSubject.Flow(1), 9 * FINEST_PS).widthPs())
        .isEqualTo(16 * FINEST_PS);
    assertThat(recorder.open(Metric.CWND, new SampleSubject.Flow(1)).widthPs())
        .isEqualTo(FINEST_PS);
  }

  private static SampleSeries fill(SampleRecorder recorder, int flow, int bins) {
    SampleSeries series = recorder.open(Metric.CWND, new SampleSubject.Flow(flow));
    long widthPs = series.widthPs();
    for (long i = 0; i < bins; i++) {
      series.record(i * widthPs, i);
    }
    return series;
  }

  private static SampleResolution resolution(int bins) {
    return new SampleResolution(1, 1_000, bins, false, bins / SampleRecorder.MIN_BINS);
  }
}
