package io.smartt.bench;

import module java.base;

import io.smartt.p4.pipeline.PipelineControl.Change;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.GroupThreads;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** 100,000 prefixes written in batches, while another thread forwards packets. */
@State(Scope.Group)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3)
@Measurement(iterations = 5)
public class TableWriteBenchmark {
  private static final int ENTRIES = 100_000;

  /** Entries in a batch. */
  @Param({"1", "100", "1000"})
  public int batch;

  private final List<List<Change>> batches = new ArrayList<>();
  private OnePortSwitch router = RouterSwitch.create(100);
  private volatile boolean writing;

  /** Draws the entries anew on an empty router. */
  @Setup(Level.Iteration)
  public void draw() {
    Random random = new Random(6);
    router = RouterSwitch.create(100);
    batches.clear();
    for (int i = 0; i < ENTRIES; i++) {
      if (i % batch == 0) {
        batches.add(new ArrayList<>());
      }
      batches.getLast().add(RouterSwitch.route(random.nextInt(), 8 + random.nextInt(25), 1));
    }
    writing = true;
  }

  /** Writes all entries. */
  @Benchmark
  @Group("write")
  @GroupThreads(1)
  public int write() {
    batches.forEach(router.pipeline().control()::apply);
    writing = false;
    return batches.size();
  }

  /** Packets for as long as entries are being written. */
  @Benchmark
  @Group("write")
  @GroupThreads(1)
  public long forward() {
    long ports = 0;
    while (writing) {
      ports += router.forward();
    }
    return ports;
  }
}
