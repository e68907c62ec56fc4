package io.smartt.emulation.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

/** Tests of {@link WorkerPool}. */
class WorkerPoolTest {
  @Test
  void doesEachTaskOfEachLotOnce() {
    AtomicIntegerArray done = new AtomicIntegerArray(50);

    try (WorkerPool crew = new WorkerPool(4)) {
      for (int lot = 0; lot < 2_000; lot++) {
        crew.run(50, done::incrementAndGet);
        // What plain code sees after a lot is all of it.
        assertThat(done.get(lot % 50)).isEqualTo(lot + 1);
      }
    }
  }

  @Test
  void aTaskThatThrowsEndsTheLotWithThat() {
    try (WorkerPool crew = new WorkerPool(2)) {
      assertThatThrownBy(() ->
              crew.run(
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
