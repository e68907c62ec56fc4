package io.smartt.base.concurrent;

import module java.base;

import org.jspecify.annotations.Nullable;

/**
 * A pool of threads that runs numbered tasks together with the caller's thread. Threads start with
 * the first {@link #run}, wait between runs and end with {@link #close}. Each run happens-before
 * the next. A task usually runs on the thread that ran the task of the same number before, for
 * cache affinity.
 */
public final class WorkerPool implements TaskRunner, AutoCloseable {
  /** Polls before a thread sleeps: the next run follows either soon or much later. */
  private static final int SPINS = 2_000;

  private final int helpers;
  private final List<Thread> threads = new ArrayList<>();
  private final List<WorkRange> ranges;

  // Written by the caller of a run and by its helpers.
  private final AtomicInteger atWork = new AtomicInteger();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  // Written by the caller of a run, or who closes; a new round shows helpers the task.
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
    task = each;
    for (int i = 0; i < ranges.size(); i++) {
      ranges.get(i).reset(WorkRange.first(count, i, size()), WorkRange.first(count, i + 1, size()));
    }
    atWork.set(helpers);
    caller = Thread.currentThread();
    round.incrementAndGet();
    threads.forEach(LockSupport::unpark);
    work(0);
    for (int spins = 0; atWork.get() > 0; spins++) {
      pause(spins);
    }
    Throwable thrown = failure.getAndSet(null);
    if (thrown != null) {
      throw thrown instanceof RuntimeException e ? e : new IllegalStateException(thrown);
    }
  }

  private int size() {
    return ranges.size();
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
      seen++;
      work(member);
      if (atWork.decrementAndGet() == 0) {
        LockSupport.unpark(caller);
      }
    }
  }

  /** Runs the member's own tasks, then the last ones of the others. */
  private void work(int member) {
    try {
      for (int next = WorkRange.take(ranges, member);
          next != WorkRange.NONE;
          next = WorkRange.take(ranges, member)) {
        task.accept(next);
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

  /**
   * A range of numbered tasks, each taken once: its owner takes from the front, helpers steal from
   * the back. A helper steals about the same tasks in the next run, so their data is in its cache.
   */
  static final class WorkRange {
    /** Returned when no task is left. */
    static final int NONE = -1;

    /**
     * The next task of the owner in the upper half, behind the next one of a helper in the lower.
     */
    private final AtomicLong bounds = new AtomicLong();

    /** Returns the first task of a member's share of {@code count} tasks. */
    static int first(int count, int member, int members) {
      return (int) ((long) count * member / members);
    }

    /**
     * Returns a member's next task, or {@link #NONE}: the first of its own, then the last ones of
     * the others.
     *
     * @param ranges of all members
     */
    static int take(List<WorkRange> ranges, int member) {
      int own = ranges.get(member).takeFirst();
      for (int i = 1; own == NONE && i < ranges.size(); i++) {
        own = ranges.get((member + i) % ranges.size()).takeLast();
      }
      return own;
    }

    /** Refills the range with tasks {@code first} to {@code end - 1}. */
    void reset(int first, int end) {
      bounds.set(pack(first, end));
    }

    /** Returns the owner's next task, or {@link #NONE}. */
    int takeFirst() {
      while (true) {
        long now = bounds.get();
        if (isEmpty(now)) {
          return NONE;
        }
        if (bounds.compareAndSet(now, pack(first(now) + 1, end(now)))) {
          return first(now);
        }
      }
    }

    /** Returns a helper's next task, or {@link #NONE}. */
    int takeLast() {
      while (true) {
        long now = bounds.get();
        if (isEmpty(now)) {
          return NONE;
        }
        if (bounds.compareAndSet(now, pack(first(now), end(now) - 1))) {
          return end(now) - 1;
        }
      }
    }

    private static boolean isEmpty(long bounds) {
      return first(bounds) >= end(bounds);
    }

    private static int first(long bounds) {
      return (int) (bounds >>> Integer.SIZE);
    }

    private static int end(long bounds) {
      return (int) bounds;
    }

    private static long pack(int first, int end) {
      return (long) first << Integer.SIZE | end;
    }
  }

  /**
   * The times at which the threads of a {@link WorkerPool} would be done with tasks whose costs are
   * known: the pool's own ranges, taken by clocks in place of threads. For one thread.
   */
  public static final class PoolSchedule {
    private final List<WorkRange> ranges;
    private final long[] clocks;

    /**
     * @param threads of the pool, the caller's among them
     */
    public PoolSchedule(int threads) {
      ranges = Stream.generate(WorkRange::new).limit(threads).toList();
      clocks = new long[threads];
    }

    /** Returns how many threads it is for. */
    public int threads() {
      return clocks.length;
    }

    /**
     * Returns the thread whose share a task is in, even if another one helps with it in the end.
     */
    public int home(int task, int tasks) {
      int member = (int) ((long) task * threads() / tasks);
      while (task >= WorkRange.first(tasks, member + 1, threads())) {
        member++;
      }
      return member;
    }

    /**
     * Returns the cost on the thread that is done last.
     *
     * @param costs by task, not negative; may be longer
     * @param tasks how many there are
     */
    public long lastDone(long[] costs, int tasks) {
      for (int member = 0; member < threads(); member++) {
        clocks[member] = 0;
        ranges
            .get(member)
            .reset(
                WorkRange.first(tasks, member, threads()),
                WorkRange.first(tasks, member + 1, threads()));
      }
      long last = 0;
      for (int done = 0; done < tasks; done++) {
        int member = firstFree();
        clocks[member] += costs[WorkRange.take(ranges, member)];
        last = Math.max(last, clocks[member]);
      }
      return last;
    }

    private int firstFree() {
      int first = 0;
      for (int member = 1; member < clocks.length; member++) {
        first = clocks[member] < clocks[first] ? member : first;
      }
      return first;
    }
  }
}
