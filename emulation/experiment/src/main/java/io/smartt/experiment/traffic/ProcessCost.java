package io.smartt.experiment.traffic;

import module java.base;

import io.smartt.experiment.report.RunResult.RunCost;

/** Measures what a run costs: wall-clock time, CPU time of the whole process, peak memory. */
public final class ProcessCost {
  private static final Path STATUS = Path.of("/proc/self/status");

  private final long startNanos = System.nanoTime();

  private ProcessCost() {}

  public static ProcessCost start() {
    return new ProcessCost();
  }

  public RunCost after(long packetHops) {
    Duration cpu = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    return new RunCost(
        packetHops, (System.nanoTime() - startNanos) / 1e9, cpu.toNanos() / 1e9, peakRssBytes());
  }

  /** Returns the peak resident memory of this process on Linux; elsewhere 0. */
  private static long peakRssBytes() {
    if (!Files.isReadable(STATUS)) {
      return 0;
    }
    try (Stream<String> lines = Files.lines(STATUS)) {
      return lines
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024)
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      return 0;
    }
  }
}
