package io.smartt.base.concurrent;

import module java.base;

import io.smartt.host.concurrent.TaskOutcome;

/** Calls that others answer side by side. */
public final class Workers {
  private Workers() {}

  /**
   * Runs the task for each item; once all have ended, throws the exception of the first failure.
   *
   * @param most of them at a time
   */
  public static <T> void forEach(List<T> items, int most, Consumer<T> task) {
    try (ExecutorService threads = Executors.newFixedThreadPool(most)) {
      List<CompletableFuture<Void>> running = new ArrayList<>();
      for (T item : items) {
        running.add(CompletableFuture.runAsync(() -> task.accept(item), threads));
      }
      TaskOutcome.of(CompletableFuture.allOf(running.toArray(CompletableFuture<?>[]::new)));
    }
  }
}
