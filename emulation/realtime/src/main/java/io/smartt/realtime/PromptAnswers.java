package io.smartt.realtime;

import module java.base;

import io.smartt.base.topology.Switch;

/**
 * The answers of switches that come at once. A switch that is stopped is not waited for, since what
 * the others have to tell and the run itself would wait too; it is asked again when it has
 * answered.
 */
public final class PromptAnswers<T> implements Function<Switch, Optional<T>> {
  private static final long PATIENCE_MS = 100;

  private final Function<Switch, T> ask;
  private final Map<Switch, CompletableFuture<T>> asked = new HashMap<>();
  private final Set<Switch> known = new HashSet<>();

  /**
   * @param ask may block, and may throw for a switch that is gone
   */
  public PromptAnswers(Function<Switch, T> ask) {
    this.ask = ask;
  }

  /** Returns the answer, or none where it is still awaited; the first one is waited for. */
  @Override
  public Optional<T> apply(Switch sw) {
    CompletableFuture<T> answer =
        asked.computeIfAbsent(
            sw,
            one ->
                CompletableFuture.supplyAsync(
                    () -> ask.apply(one), task -> Thread.ofVirtual().start(task)));
    try {
      if (known.add(sw)) {
        answer.join();
      }
      T came = answer.get(PATIENCE_MS, TimeUnit.MILLISECONDS);
      asked.remove(sw);
      return Optional.of(came);
    } catch (TimeoutException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } catch (CompletionException | ExecutionException e) {
      asked.remove(sw);
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    }
  }
}
