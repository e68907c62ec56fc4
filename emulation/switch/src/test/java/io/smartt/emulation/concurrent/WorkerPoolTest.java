package io.smartt.emulation.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicIntegerArray;
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
  void refusesNobody() {
    assertThatThrownBy(() -> new WorkerPool(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
