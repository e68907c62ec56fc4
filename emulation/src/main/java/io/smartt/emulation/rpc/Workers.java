package io.smartt.emulation.rpc;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/** Calls that others answer side by side. */
public final class Workers {
  private Workers() {}

  /**
   * Does it for each; throws what the first failure threw, once all have ended.
   *
   * @param most of them at a time
   */
  public static <T> void forEach(List<T> items, int most, Consumer<T> task) {
    try (ExecutorService threads = Executors.newFixedThreadPool(most)) {
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
