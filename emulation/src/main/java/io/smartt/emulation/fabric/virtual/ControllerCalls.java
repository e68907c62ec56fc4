package io.smartt.emulation.fabric.virtual;

import io.smartt.emulation.failure.RunFailedException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Calls of controllers in other processes, kept for the thread that virtual time runs on. */
final class ControllerCalls implements Executor {
  private final BlockingQueue<Runnable> calls = new LinkedBlockingQueue<>();

  @Override
  public void execute(Runnable call) {
    calls.add(call);
  }

  /** Runs the next call, waiting for one if there is none. Returns whether one came in time. */
  boolean runNext(long waitNs) {
    try {
      Runnable call = calls.poll(waitNs, TimeUnit.NANOSECONDS);
      if (call == null) {
        return false;
      }
      call.run();
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RunFailedException("interrupted while a controller was waited for", e);
    }
  }
}
