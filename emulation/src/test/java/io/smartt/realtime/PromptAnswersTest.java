package io.smartt.realtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.topology.LinkDefaults;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topologies;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
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

    assertThat(answers.apply(sw)).contains(1);
    assertThat(answers.apply(sw)).isEmpty();
    assertThat(answers.apply(sw)).isEmpty();
    held.countDown();
    Optional<Integer> answer = answers.apply(sw);
    while (answer.isEmpty()) {
      answer = answers.apply(sw);
    }

    assertThat(answer).contains(2);
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

    assertThatThrownBy(() -> answers.apply(sw))
        .isInstanceOf(RunFailedException.class)
        .hasMessage("switch s1 does not answer");
    Optional<Integer> answer = answers.apply(sw);
    while (answer.isEmpty()) {
      answer = answers.apply(sw);
    }
    assertThat(answer).contains(7);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
