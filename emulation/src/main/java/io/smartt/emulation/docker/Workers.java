package io.smartt.emulation.docker;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/** A few threads for calls that an engine does side by side. */
final class Workers {
  private static final int THREADS = 6;

  private Workers() {}

  /** Does it for each; throws what the first failure threw, once all have ended. */
  static <T> void forEach(List<T> items, Consumer<T> task) {
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      List<CompletableFuture<Void>> running = new ArrayList<>();
      for (T item : items) {
        running.add(CompletableFuture.runAsync(() -> task.accept(item), threads));
      }
      CompletableFuture.allOf(running.toArray(CompletableFuture<?>[]::new)).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }
}
