package io.smartt.emulation.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests of {@link SampleRecorder}. */
class SampleRecorderTest {

  @Test
  void aFewSeriesHaveTwoThousandPointsEach() {
    SampleRecorder recorder = new SampleRecorder();
    SampleSeries series = fill(recorder, 1, 100_000);

    assertThat(series.size()).isBetween(1_000, 2_000);
  }

  @Test
  void manySeriesShareTheBudget() {
    SampleRecorder recorder = new SampleRecorder(40_000);
    for (int flow = 0; flow < 300; flow++) {
      fill(recorder, flow, 5_000);
    }

    assertThat(recorder.series()).hasSize(300);
    assertThat(recorder.series().stream().mapToInt(SampleSeries::size).sum())
        .isLessThanOrEqualTo(40_000);
    assertThat(recorder.series()).allMatch(series -> series.size() >= 50);
  }

  @Test
  void saysHowManySeriesFoundNoRoom() {
    SampleRecorder recorder = new SampleRecorder(250);

    fill(recorder, 3, 1_000);
    fill(recorder, 1, 1_000);
    fill(recorder, 2, 1_000);

    assertThat(recorder.series())
        .extracting(SampleSeries::subject)
        .containsExactly(new SampleSubject.Flow(1), new SampleSubject.Flow(2));
    assertThat(recorder.seriesLeftOff()).isEqualTo(1);
  }

  private static SampleSeries fill(SampleRecorder recorder, int flow, int samples) {
    SampleSeries series = recorder.open(Metric.CWND, new SampleSubject.Flow(flow));
    for (int i = 0; i < samples; i++) {
      series.record(i, i);
    }
    return series;
  }
}
