package io.smartt.emulation.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Threads that share numbered tasks with the thread that hands them out. They start with the first
 * tasks, wait between one lot and the next, and end with {@link #close}. Whatever a lot did is seen
 * by the next, on whichever thread.
 */
final class Crew implements AutoCloseable {
  /** A lot follows the last one soon or not for long: look this often before sleeping. */
  private static final int SPINS = 2_000;

  private final int helpers;
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicInteger nextTask = new AtomicInteger();
  private final AtomicInteger atWork = new AtomicInteger();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final AtomicInteger lot = new AtomicInteger();
  private volatile @Nullable Thread caller;
  private volatile boolean closed;
  private int tasks;
  private IntConsumer task = index -> {};

  /**
   * A crew that has not started.
   *
   * @param size of the crew, the caller's thread among them
   */
  Crew(int size) {
    if (size < 1) {
      throw new IllegalArgumentException(size + " threads do no work");
    }
    helpers = size - 1;
  }

  /** Does tasks 0 to {@code count}, each once, and returns when all are done. */
  void run(int count, IntConsumer each) {
    if (helpers == 0) {
      for (int index = 0; index < count; index++) {
        each.accept(index);
      }
      return;
    }
    start();
    task = each;
    tasks = count;
    nextTask.set(0);
    atWork.set(helpers);
    caller = Thread.currentThread();
    lot.incrementAndGet();
    threads.forEach(LockSupport::unpark);
    work();
    for (int spins = 0; atWork.get() > 0; spins++) {
      pause(spins);
    }
    Throwable thrown = failure.getAndSet(null);
    if (thrown != null) {
      throw thrown instanceof RuntimeException e ? e : new IllegalStateException(thrown);
    }
  }

  private void start() {
    while (threads.size() < helpers) {
      threads.add(
          Thread.ofPlatform()
              .daemon()
              .name("simulation-" + (threads.size() + 1))
              .start(this::help));
    }
  }

  private void help() {
    int seen = 0;
    while (true) {
      for (int spins = 0; lot.get() == seen && !closed; spins++) {
        pause(spins);
      }
      if (closed) {
        return;
      }
      seen++;
      work();
      if (atWork.decrementAndGet() == 0) {
        LockSupport.unpark(caller);
      }
    }
  }

  private void work() {
    try {
      for (int index = nextTask.getAndIncrement();
          index < tasks;
          index = nextTask.getAndIncrement()) {
        task.accept(index);
      }
    } catch (Throwable e) {
      // The caller of run throws it.
      failure.compareAndSet(null, e);
    }
  }

  private static void pause(int spins) {
    if (spins < SPINS) {
      Thread.onSpinWait();
    } else {
      LockSupport.park();
    }
  }

  @Override
  public void close() {
    closed = true;
    threads.forEach(LockSupport::unpark);
  }
}
