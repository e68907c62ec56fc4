package io.smartt.switchd.console;

import module java.base;

/** The last wait of a process that was asked to stop: for what it ran to be closed. */
public final class StopWait {
  private StopWait() {}

  /**
   * Waits, on the thread of a shutdown hook; says on standard error what was not closed in time.
   */
  public static void await(String what, CountDownLatch closed, Duration grace) {
    await(what, closed, grace, System.err);
  }

  static void await(String what, CountDownLatch closed, Duration grace, PrintStream err) {
    try {
      boolean inTime = closed.await(grace.toMillis(), TimeUnit.MILLISECONDS);
      if (!inTime) {
        err.println("smartt: " + what + " did not stop in " + grace.toSeconds() + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
