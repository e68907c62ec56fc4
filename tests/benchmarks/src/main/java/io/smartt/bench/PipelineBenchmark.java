package io.smartt.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One packet after the other through a whole program, on one core. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class PipelineBenchmark {
  /** The program and its entries. */
  @Param({"smartt", "router-10000", "filter-500-1-mask", "filter-500-500-masks"})
  public String device = "";

  private OnePortSwitch bench = SmarttSwitch.create();

  /** Builds the switch; fails where it would forward nothing. */
  @Setup
  public void build() {
    bench =
        switch (device) {
          case "smartt" -> SmarttSwitch.create();
          case "router-10000" -> RouterSwitch.create(10_000);
          case "filter-500-1-mask" -> FilterSwitch.create(500, 1);
          case "filter-500-500-masks" -> FilterSwitch.create(500, 500);
          default -> throw new IllegalArgumentException(device);
        };
    long port = bench.forward();
    if (port == 0 || port == bench.pipeline().dropPort()) {
      throw new IllegalStateException(device + " forwards nothing");
    }
  }

  /** A packet from parser to deparser. */
  @Benchmark
  public long packet() {
    return bench.forward();
  }
}
