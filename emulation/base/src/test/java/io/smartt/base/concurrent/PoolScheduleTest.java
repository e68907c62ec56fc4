package io.smartt.base.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.concurrent.WorkerPool.PoolSchedule;
import io.smartt.base.concurrent.WorkerPool.WorkRange;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PoolScheduleTest {
  @Test
  void oneThreadDoesAll() {
    assertThat(new PoolSchedule(1).lastDone(new long[] {3, 0, 4}, 3)).isEqualTo(7);
  }

  @Test
  void equalTasksAreShared() {
    assertThat(new PoolSchedule(2).lastDone(new long[] {5, 5, 5, 5}, 4)).isEqualTo(10);
  }

  @Test
  void whoHasNothingLeftHelpsAtTheFarEndOfAnothersShare() {
    // The first has 9 and then 1, of which the second takes what is last.
    assertThat(new PoolSchedule(2).lastDone(new long[] {9, 1, 1, 1}, 4)).isEqualTo(9);
    // A task that is begun is not given up: the second begins 9 after its own 1.
    assertThat(new PoolSchedule(2).lastDone(new long[] {1, 9, 1, 1}, 4)).isEqualTo(10);
  }

  @Test
  void whatIsBehindTheLastTaskIsNotLookedAt() {
    assertThat(new PoolSchedule(2).lastDone(new long[] {1, 1, 100}, 2)).isEqualTo(1);
  }

  @Test
  void neverLessThanAShareOrTheLongestTaskAndNeverMoreThanAll() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 500; i++) {
      int threads = random.nextInt(1, 9);
      long[] costs = random.longs(random.nextInt(1, 40), 0, 50).toArray();
      long sum = Arrays.stream(costs).sum();
      long longest = Arrays.stream(costs).max().orElseThrow();

      long done = new PoolSchedule(threads).lastDone(costs, costs.length);

      assertThat(done)
          .isBetween(Math.max(longest, Math.ceilDiv(sum, (long) threads)), sum / threads + longest);
    }
  }

  @Test
  void aTaskIsAtHomeWhereItsShareIs() {
    for (int threads = 1; threads < 9; threads++) {
      for (int tasks = 1; tasks < 40; tasks++) {
        for (int task = 0; task < tasks; task++) {
          int home = new PoolSchedule(threads).home(task, tasks);

          assertThat(task)
              .isBetween(
                  WorkRange.first(tasks, home, threads),
                  WorkRange.first(tasks, home + 1, threads) - 1);
        }
      }
    }
  }
}
