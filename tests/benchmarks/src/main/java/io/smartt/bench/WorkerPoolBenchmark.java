package io.smartt.bench;

import module java.base;

import io.smartt.base.concurrent.WorkerPool;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One window of the simulation on two threads: numbered tasks of some microseconds, each with state
 * of its own. Compares the harness's pool with {@link ForkJoinPool} under a parallel stream.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class WorkerPoolBenchmark {
  private static final int THREADS = 2;

  /** Longs of state of a task: 32 KiB, about what a switch touches. */
  private static final int STATE = 4096;

  /** The pool that is measured. */
  @Param({"harness", "fork-join"})
  public String pool = "";

  /** Tasks of a window: parts of the network. */
  @Param({"80", "1280"})
  public int tasks;

  private final WorkerPool workers = new WorkerPool(THREADS);

  /** Two workers; the caller waits. */
  private final ForkJoinPool forkJoin = new ForkJoinPool(THREADS);

  private long[][] states = new long[0][];

  /** Makes the state of each task. */
  @Setup
  public void fill() {
    states = new long[tasks][STATE];
  }

  /** Runs the tasks of a window. */
  @Benchmark
  public void window() {
    IntConsumer task = this::work;
    switch (pool) {
      case "harness" -> workers.run(tasks, task);
      case "fork-join" ->
          forkJoin.submit(() -> IntStream.range(0, tasks).parallel().forEach(task)).join();
      default -> throw new IllegalArgumentException(pool);
    }
  }

  private void work(int number) {
    long[] state = states[number];
    for (int i = 0; i < state.length; i++) {
      state[i] = state[i] * 31 + i;
    }
  }

  /** Ends the threads. */
  @TearDown(Level.Trial)
  public void stop() {
    workers.close();
    forkJoin.shutdown();
  }
}
