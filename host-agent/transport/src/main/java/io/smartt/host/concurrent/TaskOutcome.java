package io.smartt.host.concurrent;

import module java.base;

/** Returns or throws in this thread what a task of another thread returned or threw. */
public final class TaskOutcome {
  private TaskOutcome() {}

  /**
   * Waits for a result.
   *
   * @throws RuntimeException the one that the task threw
   * @throws CompletionException around anything else that it threw
   * @throws java.util.concurrent.CancellationException if there will be no result
   */
  public static <T> T of(CompletableFuture<T> task) {
    try {
      return task.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }
}
