package io.smartt.experiment.traffic;

import module java.base;

import io.smartt.experiment.report.RunResult.RunCost;

/** Measures what a run costs: wall-clock time, CPU time of the whole process, peak memory. */
public final class ProcessCost {
  private final long startNanos = System.nanoTime();

  private ProcessCost() {}

  public static ProcessCost start() {
    return new ProcessCost();
  }

  public RunCost after(long packetHops) {
    Duration cpu = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    return new RunCost(
        packetHops,
        (System.nanoTime() - startNanos) / 1e9,
        cpu.toNanos() / 1e9,
        peakRssBytes(ProcessHandle.current().pid()).orElse(0));
  }

  /** Returns the peak resident memory of a process on Linux; empty elsewhere, and once it ended. */
  public static OptionalLong peakRssBytes(long pid) {
    try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
      return lines
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024)
          .findFirst();
    } catch (IOException | UncheckedIOException e) {
      return OptionalLong.empty();
    }
  }
}
