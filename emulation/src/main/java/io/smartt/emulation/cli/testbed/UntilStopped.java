package io.smartt.emulation.cli.testbed;

import module java.base;

import io.smartt.base.concurrent.StopWait;
import io.smartt.switchd.console.Failures;

/** Waits for SIGINT or SIGTERM, and lets the process end when what it ran is closed. */
final class UntilStopped implements AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(20);

  private final CountDownLatch stop = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);

  private final String what;

  /**
   * Listens for signals from now on.
   *
   * @param what is to be closed, as in "... did not stop in 20 s"
   */
  UntilStopped(String what) {
    this.what = what;
    Runtime.getRuntime().addShutdownHook(new Thread(this::end, "stand-in-stop"));
  }

  private void end() {
    stop.countDown();
    var _ = StopWait.await(what, closed::await, GRACE);
  }

  /** Ends the wait. */
  void now() {
    stop.countDown();
  }

  /** Waits; returns the exit status. */
  int await() {
    try {
      stop.await();
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Failures.FAILED;
    }
  }

  /** Ends the wait, since all is closed. */
  @Override
  public void close() {
    closed.countDown();
  }
}
