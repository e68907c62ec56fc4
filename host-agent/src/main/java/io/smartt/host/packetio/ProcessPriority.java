package io.smartt.host.packetio;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The nice value of every thread of this process, those of the JVM's collector and compiler too:
 * real-time traffic waits for all of them. Threads started later have their starter's.
 */
public final class ProcessPriority {
  /** Before all but a few of the system's own. */
  public static final int RAISED = -15;

  /** As everything else. */
  public static final int ORDINARY = 0;

  private static final Path THREADS = Path.of("/proc/self/task");
  private static final int PRIO_PROCESS = 0;

  private ProcessPriority() {}

  /**
   * Sets it.
   *
   * @return false if the system does not let us
   */
  public static boolean set(int nice) {
    MethodHandle call =
        LinuxCalls.handle(
            "setpriority", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
    boolean all = true;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = LinuxCalls.state(arena);
      for (int thread : threads()) {
        int result = LinuxCalls.result(state, set(call, state, thread, nice));
        // A thread may have ended meanwhile.
        all &= result >= 0 || result == -Errno.ESRCH;
      }
    }
    return all;
  }

  private static int set(MethodHandle call, MemorySegment state, int thread, int nice) {
    try {
      return (int) call.invokeExact(state, PRIO_PROCESS, thread, nice);
    } catch (Throwable e) {
      throw LinuxCalls.failed("setpriority", e);
    }
  }

  private static List<Integer> threads() {
    try (Stream<Path> tasks = Files.list(THREADS)) {
      return tasks.map(task -> Integer.valueOf(task.getFileName().toString())).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
