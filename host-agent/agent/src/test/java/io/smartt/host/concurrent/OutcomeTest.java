package io.smartt.host.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** Tests of {@link Outcome}. */
class OutcomeTest {
  private final CompletableFuture<String> task = new CompletableFuture<>();

  @Test
  void isTheResult() {
    task.complete("done");

    assertThat(Outcome.of(task)).isEqualTo("done");
  }

  @Test
  void isTheVeryExceptionOfTheTask() {
    IllegalStateException thrown = new IllegalStateException("not now");
    task.completeExceptionally(thrown);

    assertThatThrownBy(() -> Outcome.of(task)).isSameAs(thrown);
    assertThatThrownBy(() -> Outcome.of(task.thenApply(String::length))).isSameAs(thrown);
  }

  @Test
  void keepsWhatNobodyCatchesAround() {
    AssertionError thrown = new AssertionError("broken");
    task.completeExceptionally(thrown);

    assertThatThrownBy(() -> Outcome.of(task))
        .isInstanceOf(CompletionException.class)
        .hasCause(thrown);
  }

  @Test
  void saysThatATaskWasCancelled() {
    task.cancel(false);

    assertThatThrownBy(() -> Outcome.of(task)).isInstanceOf(CancellationException.class);
  }
}
