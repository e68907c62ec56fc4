package io.smartt.tests.bench;

import io.smartt.p4.pipeline.program.Bmv2Program;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
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
  private final SmarttSwitch smartt = new SmarttSwitch(Bmv2Program.load(smarttJson()));

  private static byte[] smarttJson() {
    return resource("/io/smartt/p4/programs/smartt.json");
  }

  private static byte[] resource(String name) {
    try (InputStream in =
        Objects.requireNonNull(PipelineBenchmark.class.getResourceAsStream(name), name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** Fails early where the packets would not be forwarded. */
  @Setup
  public void check() {
    if (smartt.forward() == 0 || smartt.forward() == 511) {
      throw new IllegalStateException("smartt.p4 forwards nothing");
    }
  }

  /** A data packet through {@code smartt.p4}. */
  @Benchmark
  public long smartt() {
    return smartt.forward();
  }
}
