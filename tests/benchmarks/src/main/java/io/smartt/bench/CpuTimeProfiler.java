package io.smartt.bench;

import module java.base;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * CPU time of the process per operation: the cost of a benchmark on a machine with other load. Used
 * with {@code -prof io.smartt.bench.CpuTimeProfiler}.
 */
public final class CpuTimeProfiler implements InternalProfiler {
  private final OperatingSystemMXBean system =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private long startNs;

  @Override
  public String getDescription() {
    return "CPU time per operation";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    startNs = system.getProcessCpuTime();
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    double operations = Math.max(1, result.getMetadata().getAllOps());
    double perOperation = (system.getProcessCpuTime() - startNs) / operations;
    return List.of(new ScalarResult("cpu.norm", perOperation, "ns/op", AggregationPolicy.AVG));
  }
}
