package io.smartt.realtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.topology.LinkDefaults;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topologies;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of {@link PromptAnswers}. */
@Timeout(30)
class PromptAnswersTest {
  private final Switch sw =
      Topologies.named("single,2", new LinkDefaults(50_000_000_000L, 850_000, 400_000))
          .switches()
          .getFirst();

  @Test
  void aSwitchThatIsHeldIsNotWaitedForNorAskedTwice() throws InterruptedException {
    CountDownLatch held = new CountDownLatch(1);
    AtomicInteger asked = new AtomicInteger();
    PromptAnswers<Integer> answers =
        new PromptAnswers<>(_ -> {
          int number = asked.incrementAndGet();
          if (number == 2) {
            await(held);
          }
          return number;
        });

    assertThat(patiently(answers)).isEqualTo(1);
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> answers.apply(sw))
          .hasMessage("switch s1 is awaited")
          .hasCauseInstanceOf(TimeoutException.class);
    }
    held.countDown();

    assertThat(patiently(answers)).isEqualTo(2);
    assertThat(asked).hasValue(2);
  }

  @Test
  void theFailureOfOneThatIsGoneIsTheAskers() {
    AtomicInteger asked = new AtomicInteger();
    PromptAnswers<Integer> answers =
        new PromptAnswers<>(_ -> {
          if (asked.incrementAndGet() == 1) {
            throw new RunFailedException("switch s1 does not answer");
          }
          return 7;
        });

    assertThatThrownBy(() -> patiently(answers))
        .isInstanceOf(RunFailedException.class)
        .hasMessage("switch s1 does not answer");
    assertThat(patiently(answers)).isEqualTo(7);
  }

  private int patiently(PromptAnswers<Integer> answers) {
    while (true) {
      try {
        return answers.apply(sw);
      } catch (RunFailedException e) {
        // A busy machine is late.
        if (!(e.getCause() instanceof TimeoutException)) {
          throw e;
        }
      }
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
