package io.smartt.emulation.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C (and a termination signal) into a request to stop: the process stays until the run
 * has written its folder, at most {@value #GRACE_SECONDS} seconds. A run that does not stop by then
 * leaves a folder whose summary says {@code running}.
 */
final class Interruption implements AutoCloseable {
  private static final int GRACE_SECONDS = 20;

  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread hook = new Thread(this::waitForTheRun, "interruption");
  private volatile boolean requested;

  private Interruption() {}

  /** Watches until closed. */
  static Interruption watch() {
    Interruption interruption = new Interruption();
    Runtime.getRuntime().addShutdownHook(interruption.hook);
    return interruption;
  }

  boolean requested() {
    return requested;
  }

  /** The run has written and printed all it will. */
  @Override
  public void close() {
    done.countDown();
    if (!requested) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // The process is ending at this very moment; the hook finds the run done.
        requested = true;
      }
    }
  }

  private void waitForTheRun() {
    requested = true;
    try {
      boolean finished = done.await(GRACE_SECONDS, TimeUnit.SECONDS);
      if (!finished) {
        System.err.println("smartt: the run did not stop in " + GRACE_SECONDS + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
