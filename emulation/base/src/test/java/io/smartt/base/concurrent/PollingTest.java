package io.smartt.base.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.failure.RunFailedException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of {@link Polling}. */
@Timeout(60)
class PollingTest {
  private static final long LONG_NS = TimeUnit.HOURS.toNanos(1);

  @Test
  void looksUntilItIsThere() {
    AtomicInteger looks = new AtomicInteger();

    Optional<Integer> found =
        Polling.until(
            "five", LONG_NS, 1, () -> Optional.of(looks.incrementAndGet()).filter(n -> n == 5));

    assertThat(found).contains(5);
  }

  @Test
  void looksOnceWhereThereIsNoTime() {
    AtomicInteger looks = new AtomicInteger();

    Optional<Integer> found =
        Polling.until(
            "nothing",
            0,
            1,
            () -> {
              looks.incrementAndGet();
              return Optional.empty();
            });

    assertThat(found).isEmpty();
    assertThat(looks).hasValue(1);
  }

  @Test
  void anInterruptedThreadDoesNotLookOnWithoutPause() {
    AtomicInteger looks = new AtomicInteger();
    Thread.currentThread().interrupt();

    assertThatThrownBy(() ->
            Polling.until(
                "the switch",
                LONG_NS,
                1,
                () -> {
                  looks.incrementAndGet();
                  return Optional.empty();
                }))
        .isInstanceOf(RunFailedException.class)
        .hasMessage("interrupted while waiting for the switch");
    assertThat(looks).hasValue(1);
    assertThat(Thread.interrupted()).isTrue();
  }
}
