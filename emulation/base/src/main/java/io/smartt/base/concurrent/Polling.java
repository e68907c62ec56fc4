package io.smartt.base.concurrent;

import module java.base;

import io.smartt.base.failure.RunFailedException;

/**
 * Looks at something again and again until it is there. A thread that is interrupted stops at once;
 * one that parked would look without a pause until its time is up.
 */
public final class Polling {
  private Polling() {}

  /**
   * Looks at once, and again after each pause while there is time.
   *
   * @param what for the error, as in "interrupted while waiting for ..."
   * @return what a look found; empty when the time is up
   * @throws RunFailedException if the thread is interrupted; it stays so
   */
  public static <T> Optional<T> until(
      String what, long patienceNs, long pauseNs, Supplier<Optional<T>> look) {
    long endNs = System.nanoTime() + patienceNs;
    Optional<T> found = look.get();
    while (found.isEmpty() && System.nanoTime() - endNs < 0) {
      pause(what, pauseNs);
      found = look.get();
    }
    return found;
  }

  /**
   * Sleeps once.
   *
   * @param what for the error, as in "interrupted while waiting for ..."
   * @throws RunFailedException if the thread is interrupted; it stays so
   */
  public static void pause(String what, long pauseNs) {
    try {
      TimeUnit.NANOSECONDS.sleep(pauseNs);
    } catch (InterruptedException e) {
      throw RunFailedException.interrupted("waiting for " + what, e);
    }
  }
}
