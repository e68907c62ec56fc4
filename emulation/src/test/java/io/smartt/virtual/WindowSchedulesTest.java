package io.smartt.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.concurrent.WorkerPool.PoolSchedule;
import io.smartt.experiment.run.Fabric.ThreadForecast;
import io.smartt.virtual.WindowSchedules.Crossing;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of {@link WindowSchedules}. */
class WindowSchedulesTest {
  private final WindowSchedules schedules =
      new WindowSchedules(List.of(new PoolSchedule(1), new PoolSchedule(2)));

  @Test
  void threadsShareWhatIsSharedAndOneRunsTheRest() {
    schedules.ended(true, 4, new long[] {10, 2, 4, 4});
    // Not shared: three events more. The simulation's array may be longer than there are parts.
    schedules.ended(false, 4, new long[] {11, 2, 4, 6, 0, 99});
    // Shared by two: the first has 4 of its own, the other 6.
    schedules.ended(true, 4, new long[] {15, 2, 7, 9});
    ThreadForecast forecast =
        schedules.forecast(
            List.of(new Crossing(0, 1, 3), new Crossing(1, 2, 4), new Crossing(3, 2, 1)));
    assertThat(forecast)
        .isEqualTo(
            new ThreadForecast(
                4,
                3,
                2,
                33,
                33.0 / (10 + 3 + 4),
                8,
                List.of(
                    new ThreadForecast.Row(1, 1, (20 + 10) / 2.0, 0),
                    new ThreadForecast.Row(2, 33.0 / (10 + 3 + 6), (10 + 6) / 2.0, 0.5))));
  }

  @Test
  void aPartThatComesLaterCountsFromItsBeginning() {
    schedules.ended(true, 1, new long[] {5});
    schedules.ended(true, 2, new long[] {6, 7});
    assertThat(schedules.forecast(List.of()).events()).isEqualTo(13);
    assertThat(schedules.forecast(List.of()).mostTimesAsFast()).isEqualTo(13.0 / 12);
    assertThat(schedules.forecast(List.of()).parts()).isEqualTo(2);
  }

  @Test
  void ofARunInWhichNothingHappenedNothingIsSaid() {
    assertThat(schedules.forecast(List.of()))
        .isEqualTo(
            new ThreadForecast(
                0,
                0,
                0,
                0,
                0,
                0,
                List.of(new ThreadForecast.Row(1, 0, 0, 0), new ThreadForecast.Row(2, 0, 0, 0))));
  }
}
