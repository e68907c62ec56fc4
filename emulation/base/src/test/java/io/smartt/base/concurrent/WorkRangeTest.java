package io.smartt.base.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.concurrent.WorkerPool.WorkRange;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests of {@link WorkRange}. */
class WorkRangeTest {
  private final WorkRange range = new WorkRange();

  @Test
  void theOwnerBeginsAtTheFirstAndHelpersAtTheLast() {
    range.reset(3, 8);

    assertThat(range.takeFirst()).isEqualTo(3);
    assertThat(range.takeLast()).isEqualTo(7);
    assertThat(range.takeLast()).isEqualTo(6);
    assertThat(range.takeFirst()).isEqualTo(4);
    assertThat(range.takeFirst()).isEqualTo(5);
    assertThat(range.takeFirst()).isEqualTo(WorkRange.NONE);
    assertThat(range.takeLast()).isEqualTo(WorkRange.NONE);
  }

  @Test
  void aRangeOfNothingHasNoTask() {
    range.reset(5, 5);

    assertThat(range.takeFirst()).isEqualTo(WorkRange.NONE);
    assertThat(range.takeLast()).isEqualTo(WorkRange.NONE);
  }

  @Test
  void eachTaskIsDoneOnceHoweverManyTakeThem() throws InterruptedException {
    int tasks = 200_000;
    AtomicIntegerArray done = new AtomicIntegerArray(tasks);
    CountDownLatch all = new CountDownLatch(4);
    range.reset(0, tasks);

    Stream.<IntSupplier>of(range::takeFirst, range::takeLast, range::takeLast, range::takeFirst)
        .map(take -> Thread.ofPlatform().unstarted(() -> takeAll(take, done, all)))
        .toList()
        .forEach(Thread::start);
    all.await();

    assertThat(IntStream.range(0, tasks).filter(task -> done.get(task) != 1)).isEmpty();
  }

  private static void takeAll(IntSupplier take, AtomicIntegerArray done, CountDownLatch all) {
    for (int task = take.getAsInt(); task != WorkRange.NONE; task = take.getAsInt()) {
      done.incrementAndGet(task);
    }
    all.countDown();
  }
}
