package io.smartt.bench.raw;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Linux facilities of the benchmark: cores for threads, counters of interfaces, CPU time. */
final class Machine {
  private static final long NS_PER_TICK = 10_000_000;

  private Machine() {}

  /** Keeps the threads whose names begin so on one core. */
  static void pin(String threadName, int core) {
    try (Stream<Path> tasks = Files.list(Path.of("/proc/self/task"))) {
      for (Path task : tasks.toList()) {
        // The kernel keeps 15 characters of a name.
        if (nameOf(task).startsWith(threadName)) {
          run("taskset", "-pc", Integer.toString(core), task.getFileName().toString());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Empty of a thread that has ended. */
  private static String nameOf(Path task) {
    try {
      return Files.readString(task.resolve("comm"));
    } catch (IOException e) {
      return "";
    }
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
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said =
          new String(
              process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException(String.join(" ", List.of(command)) + ": " + said);
      }
      return said;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
