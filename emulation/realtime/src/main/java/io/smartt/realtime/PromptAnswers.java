package io.smartt.realtime;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.topology.Switch;

/**
 * The answers of switches that come at once. One that is stopped is not waited for, since the run
 * and what others have to tell would wait too; it is asked again once it has answered.
 */
public final class PromptAnswers<T> implements Function<Switch, T> {
  private static final long PATIENCE_MS = 250;

  private final Function<Switch, T> ask;
  private final Map<Switch, CompletableFuture<T>> asked = new HashMap<>();

  public PromptAnswers(Function<Switch, T> ask) {
    this.ask = ask;
  }

  @Override
  public T apply(Switch sw) {
    CompletableFuture<T> answer =
        asked.computeIfAbsent(
            sw,
            one -> CompletableFuture.supplyAsync(() -> ask.apply(one), Thread::startVirtualThread));
    try {
      // A copy, since the answer itself stays awaited.
      T came = answer.copy().orTimeout(PATIENCE_MS, TimeUnit.MILLISECONDS).join();
      asked.remove(sw);
      return came;
    } catch (CompletionException e) {
      if (e.getCause() instanceof TimeoutException) {
        throw new RunFailedException("switch " + sw.name() + " is awaited", e.getCause());
      }
      asked.remove(sw);
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }
}
