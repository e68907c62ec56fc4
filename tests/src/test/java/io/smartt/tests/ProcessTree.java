package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.concurrent.Polling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A foreign program with the processes that it started. A process outlives the one that started it,
 * and may write into a folder of the test's while that is removed; so a test that ends a program
 * waits for all of them.
 */
final class ProcessTree {
  private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(60);
  private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(10);

  private ProcessTree() {}

  /** Asks a program to end, kills what it started and left, and returns when nothing runs. */
  static void end(Process program) {
    List<ProcessHandle> all = of(program.toHandle());
    program.destroy();
    // What it starts while it ends is its own to end.
    if (!gone(List.of(program.toHandle()))) {
      program.destroyForcibly();
    }
    all.forEach(ProcessHandle::destroyForcibly);
    await(all);
  }

  /** Kills a program with all that it started, and returns when nothing runs. */
  static void kill(Process program) {
    kill(of(program.toHandle()));
  }

  /** Kills processes, the first one first, and returns when none runs. */
  static void kill(List<ProcessHandle> all) {
    all.forEach(ProcessHandle::destroyForcibly);
    await(all);
  }

  /** A process and all that it started, itself first. */
  static List<ProcessHandle> of(ProcessHandle process) {
    List<ProcessHandle> all = new ArrayList<>(List.of(process));
    process.descendants().forEach(all::add);
    return all;
  }

  private static void await(List<ProcessHandle> all) {
    assertThat(gone(all)).as(() -> "gone are " + all).isTrue();
  }

  private static boolean gone(List<ProcessHandle> all) {
    return Polling.until(
            "the end of " + all,
            PATIENCE_NS,
            LOOK_NS,
            () ->
                all.stream().noneMatch(one -> runs(one.pid()))
                    ? Optional.of(true)
                    : Optional.<Boolean>empty())
        .isPresent();
  }

  /**
   * Whether one of a process's threads runs. A process that nobody has waited for stays as a
   * zombie, which {@link ProcessHandle#isAlive} takes for alive; its first thread may be one before
   * others are.
   */
  static boolean runs(long pid) {
    try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
      return threads.anyMatch(ProcessTree::threadRuns);
    } catch (IOException e) {
      // It is gone.
      return false;
    }
  }

  private static boolean threadRuns(Path thread) {
    try {
      String stat = Files.readString(thread.resolve("stat"));
      // The name before it may have brackets and spaces in it.
      char state = stat.charAt(stat.lastIndexOf(')') + 2);
      return state != 'Z' && state != 'X';
    } catch (IOException e) {
      return false;
    }
  }
}
