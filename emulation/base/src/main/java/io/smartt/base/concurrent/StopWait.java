package io.smartt.base.concurrent;

import module java.base;

/** The last wait for something that was asked to stop. */
public final class StopWait {
  private static final Duration SILENT = Duration.ofSeconds(1);

  private StopWait() {}

  /** A wait that has an end: {@code CountDownLatch::await} and its like. */
  @FunctionalInterface
  public interface Wait {
    /** Returns whether it came before the time was up. */
    boolean await(long time, TimeUnit unit) throws InterruptedException;
  }

  /**
   * Waits; says on standard error what it waits for and until when if that takes more than a
   * second, and what did not stop in time. A thread that is interrupted stays so.
   *
   * @return whether it stopped
   */
  public static boolean await(String what, Wait stopped, Duration grace) {
    return await(what, stopped, grace, System.err);
  }

  static boolean await(String what, Wait stopped, Duration grace, PrintStream err) {
    Duration silent = grace.compareTo(SILENT) < 0 ? grace : SILENT;
    try {
      if (stopped.await(silent.toMillis(), TimeUnit.MILLISECONDS)) {
        return true;
      }
      String seconds = grace.toSeconds() + " s";
      Duration more = grace.minus(silent);
      if (more.isPositive()) {
        err.println("smartt: waiting for " + what + " to stop, " + seconds + " at most");
        if (stopped.await(more.toMillis(), TimeUnit.MILLISECONDS)) {
          return true;
        }
      }
      err.println("smartt: " + what + " did not stop in " + seconds);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return false;
  }
}
