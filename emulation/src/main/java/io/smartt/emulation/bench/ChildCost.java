package io.smartt.emulation.bench;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FileErrors;

/**
 * The cost of a process from its start to its end.
 *
 * @param wallSeconds of wall-clock time
 * @param cpuSeconds of user and system time, to a hundredth; Linux only
 * @param peakBytes the largest resident size that was seen, a tenth of a second before its end at
 *     the latest; Linux only
 */
public record ChildCost(double wallSeconds, OptionalDouble cpuSeconds, OptionalLong peakBytes) {
  private static final Path OWN = Path.of("/proc/self/stat");

  /** Linux counts in these for programs, however fast its own clock ticks. */
  private static final double TICKS_A_SECOND = 100;

  private static final int CHILDREN_USER = 13;
  private static final int CHILDREN_SYSTEM = 14;
  private static final int POLL_MS = 100;

  /**
   * Runs a program to its end. For one program at a time: CPU time is that of all children that
   * ended meanwhile.
   *
   * @param folder that it runs in
   * @param log file that gets what it prints
   * @throws RunFailedException if it cannot be started or ends with another status than 0
   * @throws InterruptedException if this thread is interrupted; the program has been ended then
   */
  static ChildCost of(List<String> command, Path folder, Path log) throws InterruptedException {
    OptionalDouble before = childrenSeconds();
    long start = System.nanoTime();
    Process process = start(command, folder, log);
    OptionalLong peak = OptionalLong.empty();
    try {
      boolean ended;
      do {
        OptionalLong now = peakBytes(process.pid());
        peak = now.isPresent() ? now : peak;
        ended = process.waitFor(POLL_MS, TimeUnit.MILLISECONDS);
      } while (!ended);
    } finally {
      process.destroyForcibly();
    }
    double wall = (System.nanoTime() - start) / 1e9;
    if (process.exitValue() != 0) {
      throw new RunFailedException(
          command.getFirst()
              + " ended with status "
              + process.exitValue()
              + "; what it printed is in "
              + log);
    }
    OptionalDouble after = childrenSeconds();
    return new ChildCost(
        wall,
        before.isPresent() && after.isPresent()
            ? OptionalDouble.of(after.getAsDouble() - before.getAsDouble())
            : OptionalDouble.empty(),
        peak);
  }

  private static Process start(List<String> command, Path folder, Path log) {
    try {
      return new ProcessBuilder(command)
          .directory(folder.toFile())
          .redirectErrorStream(true)
          .redirectOutput(log.toFile())
          .start();
    } catch (IOException e) {
      throw new RunFailedException(
          "cannot run " + command.getFirst() + ": " + FileErrors.reason(e), e);
    }
  }

  /** CPU time of the children of this process that have ended (proc(5), cutime and cstime). */
  private static OptionalDouble childrenSeconds() {
    if (!Files.isReadable(OWN)) {
      return OptionalDouble.empty();
    }
    try {
      String stat = Files.readString(OWN);
      // The name of the program is in parentheses and may have blanks.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      long ticks = Long.parseLong(fields[CHILDREN_USER]) + Long.parseLong(fields[CHILDREN_SYSTEM]);
      return OptionalDouble.of(ticks / TICKS_A_SECOND);
    } catch (IOException e) {
      return OptionalDouble.empty();
    }
  }

  OptionalDouble peakBytesAsDouble() {
    return peakBytes.isPresent()
        ? OptionalDouble.of((double) peakBytes.getAsLong())
        : OptionalDouble.empty();
  }

  /** Returns the cost for {@code bench.json}. */
  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("wallSeconds", wallSeconds);
    map.put("cpuSeconds", cpuSeconds);
    map.put("peakRssBytes", peakBytes);
    return map;
  }

  private static OptionalLong peakBytes(long pid) {
    Path status = Path.of("/proc", Long.toString(pid), "status");
    try (Stream<String> lines = Files.lines(status)) {
      return lines
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024)
          .findFirst();
    } catch (IOException | UncheckedIOException ended) {
      return OptionalLong.empty();
    }
  }
}
