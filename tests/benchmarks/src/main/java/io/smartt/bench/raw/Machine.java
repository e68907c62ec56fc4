package io.smartt.bench.raw;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.base.concurrent.EndedProgram;
import io.smartt.host.packetio.ProcessPriority;

/** Linux facilities of the benchmark: cores for threads, counters of interfaces, CPU time. */
final class Machine {
  private static final long NS_PER_TICK = 10_000_000;
  private static final long PERIOD_NS = 2_000_000;

  private Machine() {}

  /** Keeps the threads whose names begin so on one core. */
  static void pin(String threadName, int core) {
    each(threadName, thread -> run("taskset", "-pc", Integer.toString(core), thread));
  }

  /**
   * Gives each of the threads whose names begin so a part of a core, no less and no more (sched(7),
   * SCHED_DEADLINE).
   */
  static void budget(String threadName, int percent) {
    String period = Long.toString(PERIOD_NS);
    String runtime = Long.toString(PERIOD_NS * percent / 100);
    each(
        threadName,
        thread ->
            run(
                "chrt",
                "--deadline",
                "--reset-on-fork",
                "--sched-runtime",
                runtime,
                "--sched-deadline",
                period,
                "--sched-period",
                period,
                "--pid",
                "0",
                thread));
  }

  private static void each(String threadName, Consumer<String> task) {
    ProcessPriority.threads(threadName).forEach(thread -> task.accept(String.valueOf(thread)));
  }

  /** Frames that an interface in a namespace has received. */
  static long received(String namespace, String name) {
    String json = run("ip", "-n", namespace, "-s", "-j", "link", "show", "dev", name);
    try {
      JsonNode all = new ObjectMapper().readTree(json);
      return all.get(0).get("stats64").get("rx").get("packets").longValue();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Processor time that a process has used, all its threads together. */
  static long cpuNs(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * NS_PER_TICK;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void sleepMs(long ms) {
    long endNs = System.nanoTime() + ms * 1_000_000;
    for (long left = endNs - System.nanoTime(); left > 0; left = endNs - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  /** Runs a command to its end; what it says. */
  static String run(String... command) {
    try {
      String words = String.join(" ", List.of(command));
      EndedProgram program = EndedProgram.of(List.of(command), List.of(), words + " ran");
      if (program.status() != 0) {
        throw new IllegalStateException(words + ": " + program.said());
      }
      return program.said();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
