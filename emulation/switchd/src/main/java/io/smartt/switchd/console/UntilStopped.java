package io.smartt.switchd.console;

import module java.base;

import io.smartt.base.concurrent.StopWait;

/** Waits for SIGINT or SIGTERM, and lets the process end when what it ran is closed. */
public final class UntilStopped implements AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(20);

  private final CountDownLatch stop = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread hook = new Thread(this::end, "stop");
  private final String what;
  private final Duration grace;
  private volatile Runnable action = () -> {};

  /**
   * Listens for signals from now on.
   *
   * @param what is to be closed, as in "... did not stop in 20 s"
   */
  public UntilStopped(String what) {
    this(what, GRACE);
  }

  /** Listens for signals from now on, and gives what is to be closed so long. */
  public UntilStopped(String what, Duration grace) {
    this.what = what;
    this.grace = grace;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void end() {
    now();
    action.run();
    var _ = StopWait.await(what, closed::await, grace);
  }

  /** Makes a signal do something more from now on. */
  public void atSignal(Runnable more) {
    action = more;
    if (stop.getCount() == 0) {
      more.run();
    }
  }

  /** Ends the wait. */
  public void now() {
    stop.countDown();
  }

  /** Waits; returns the exit status. */
  public int await() {
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
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending, and the hook waited for this.
    }
  }
}
