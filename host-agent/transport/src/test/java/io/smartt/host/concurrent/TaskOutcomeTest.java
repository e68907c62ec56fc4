package io.smartt.host.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** Tests of {@link TaskOutcome}. */
class TaskOutcomeTest {
  private final CompletableFuture<String> task = new CompletableFuture<>();

  @Test
  void isTheResult() {
    task.complete("done");

    assertThat(TaskOutcome.of(task)).isEqualTo("done");
  }

  @Test
  void isTheVeryExceptionOfTheTask() {
    IllegalStateException thrown = new IllegalStateException("not now");
    task.completeExceptionally(thrown);

    assertThatThrownBy(() -> TaskOutcome.of(task)).isSameAs(thrown);
    assertThatThrownBy(() -> TaskOutcome.of(task.thenApply(String::length))).isSameAs(thrown);
  }

  @Test
  void keepsWhatNobodyCatchesAround() {
    AssertionError thrown = new AssertionError("broken");
    task.completeExceptionally(thrown);

    assertThatThrownBy(() -> TaskOutcome.of(task))
        .isInstanceOf(CompletionException.class)
        .hasCause(thrown);
  }

  @Test
  void saysThatATaskWasCancelled() {
    task.cancel(false);

    assertThatThrownBy(() -> TaskOutcome.of(task)).isInstanceOf(CancellationException.class);
  }
}
