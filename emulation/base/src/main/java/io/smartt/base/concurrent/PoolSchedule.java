package io.smartt.base.concurrent;

import module java.base;

import io.smartt.base.concurrent.WorkerPool.WorkRange;

/**
 * The times at which the threads of a {@link WorkerPool} would be done with tasks whose costs are
 * known: the pool's own ranges, taken by clocks in place of threads. For one thread.
 */
public final class PoolSchedule {
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

  /** Returns the thread whose share a task is in, even if another one helps with it in the end. */
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
