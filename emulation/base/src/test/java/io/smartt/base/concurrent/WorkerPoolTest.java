package io.smartt.base.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests of {@link WorkerPool}. */
class WorkerPoolTest {
  @Test
  void doesEachTaskOfEachRunOnce() {
    AtomicIntegerArray done = new AtomicIntegerArray(50);

    try (WorkerPool pool = new WorkerPool(4)) {
      for (int round = 0; round < 2_000; round++) {
        pool.run(50, done::incrementAndGet);
        // Plain code sees all effects of a run after it.
        assertThat(done.get(round % 50)).isEqualTo(round + 1);
      }
    }
  }

  @Test
  void aTaskThatThrowsEndsTheRunWithThat() {
    try (WorkerPool pool = new WorkerPool(2)) {
      assertThatThrownBy(() ->
              pool.run(
                  10,
                  task -> {
                    if (task == 7) {
                      throw new IllegalStateException("task 7");
                    }
                  }))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("task 7");
    }
  }

  @Test
  void aRunAfterOneThatFailedSucceeds() {
    AtomicIntegerArray done = new AtomicIntegerArray(10);
    try (WorkerPool pool = new WorkerPool(2)) {
      assertThatThrownBy(() ->
              pool.run(
                  10,
                  task -> {
                    throw new IllegalStateException("task " + task);
                  }))
          .isInstanceOf(IllegalStateException.class);

      pool.run(10, done::incrementAndGet);
    }
    assertThat(IntStream.range(0, 10).map(done::get)).containsOnly(1);
  }

  @Test
  void itsThreadsEndWhenItIsClosed() throws InterruptedException {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    CyclicBarrier all = new CyclicBarrier(4);
    try (WorkerPool pool = new WorkerPool(4)) {
      pool.run(
          4,
          task -> {
            threads.add(Thread.currentThread());
            await(all);
          });
    }

    assertThat(threads).hasSize(4).contains(Thread.currentThread());
    threads.remove(Thread.currentThread());
    for (Thread thread : threads) {
      assertThat(thread.join(Duration.ofSeconds(30))).as(thread + " has ended").isTrue();
    }
  }

  /** Tasks wait for each other, so that each has a thread of its own. */
  private static void await(CyclicBarrier all) {
    try {
      all.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void refusesNobody() {
    assertThatThrownBy(() -> new WorkerPool(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
