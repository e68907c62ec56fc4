package io.smartt.emulation.concurrent;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A pool of threads that runs numbered tasks together with the caller's thread. Threads start with
 * the first {@link #run}, wait between runs and end with {@link #close}. Each run happens-before
 * the next. A task usually runs on the thread that ran the task of the same number before, for
 * cache affinity.
 *
 * <p>A run ends with its last task, and waits for no thread that has none: on a machine with other
 * work to do, a thread that is woken may be late for it, and finds the tasks done, or those of a
 * later run.
 */
public final class WorkerPool implements TaskRunner, AutoCloseable {
  /** Polls before a thread sleeps: the next run follows either soon or much later. */
  private static final int SPINS = 2_000;

  private final int helpers;
  private final List<Thread> threads = new ArrayList<>();
  private final List<WorkRange> ranges;
  private final AtomicInteger remaining = new AtomicInteger();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final AtomicInteger round = new AtomicInteger();
  private volatile @Nullable Thread caller;
  private volatile boolean closed;
  private IntConsumer task = index -> {};

  /**
   * Makes a pool whose threads start with the first {@link #run}.
   *
   * @param size number of threads, the caller's among them
   */
  public WorkerPool(int size) {
    if (size < 1) {
      throw new IllegalArgumentException(size + " threads do no work");
    }
    helpers = size - 1;
    ranges = Stream.generate(WorkRange::new).limit(size).toList();
  }

  @Override
  public void run(int count, IntConsumer each) {
    if (helpers == 0) {
      TaskRunner.SEQUENTIAL.run(count, each);
      return;
    }
    start();
    // In this order: who takes a task of a range finds what to do with it, and it is counted.
    task = each;
    caller = Thread.currentThread();
    remaining.set(count);
    for (int i = 0; i < ranges.size(); i++) {
      ranges.get(i).reset(share(count, i), share(count, i + 1));
    }
    round.incrementAndGet();
    threads.forEach(LockSupport::unpark);
    work(0);
    for (int spins = 0; remaining.get() > 0; spins++) {
      pause(spins);
    }
    Throwable thrown = failure.getAndSet(null);
    if (thrown != null) {
      throw thrown instanceof RuntimeException e ? e : new IllegalStateException(thrown);
    }
  }

  /** Returns the first task of a member's share. */
  private int share(int count, int member) {
    return (int) ((long) count * member / ranges.size());
  }

  private void start() {
    while (threads.size() < helpers) {
      int member = threads.size() + 1;
      threads.add(
          Thread.ofPlatform().daemon().name("simulation-" + member).start(() -> help(member)));
    }
  }

  private void help(int member) {
    int seen = 0;
    while (true) {
      for (int spins = 0; round.get() == seen && !closed; spins++) {
        pause(spins);
      }
      if (closed) {
        return;
      }
      seen = round.get();
      work(member);
    }
  }

  /** Runs the member's own tasks, then the last ones of the others. */
  private void work(int member) {
    WorkRange own = ranges.get(member);
    int done = 0;
    for (int next = own.takeFirst(); next != WorkRange.NONE; next = own.takeFirst()) {
      run(next);
      done++;
    }
    for (int i = 1; i < ranges.size(); i++) {
      WorkRange other = ranges.get((member + i) % ranges.size());
      for (int next = other.takeLast(); next != WorkRange.NONE; next = other.takeLast()) {
        run(next);
        done++;
      }
    }
    // Until here the run goes on, so all that were taken are of one.
    if (done > 0 && remaining.addAndGet(-done) == 0) {
      LockSupport.unpark(caller);
    }
  }

  private void run(int number) {
    try {
      task.accept(number);
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
