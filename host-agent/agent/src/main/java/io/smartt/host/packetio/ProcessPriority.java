package io.smartt.host.packetio;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import module java.base;

/**
 * The priority of this process's event loops for the scheduler: they, and the JVM's own thread that
 * they wait for, go before the process's other threads, and the process before others of the
 * machine. Where the kernel shares cores out by session (autogroup), a thread's nice value means
 * nothing to other sessions, so the session's is set as well.
 */
public final class ProcessPriority {
  private static final int RAISED = -19;
  private static final int ORDINARY = 0;
  private static final Path THREADS = Path.of("/proc/self/task");
  private static final Path SESSION = Path.of("/proc/self/autogroup");
  private static final int OTHER = 0;
  private static final int FIFO = 1;
  private static final int RESET_ON_FORK = 0x40000000;

  /** The part of a thread's name that the kernel keeps. */
  private static final int MAX_SHOWN = 15;

  private ProcessPriority() {}

  /**
   * Raises the priority of the process.
   *
   * @return false if the system does not let us
   */
  public static boolean raiseProcess() {
    return session(RAISED);
  }

  /**
   * Gives threads real-time priority (SCHED_FIFO): those whose names begin so, and the JVM's own,
   * which they wait for. For threads that mostly sleep; what they leave is the other threads'.
   *
   * @return false if the system does not let us
   */
  public static boolean raiseThreads(String name) {
    return schedule(FIFO, threads(name)) && schedule(FIFO, threads("VM Thread"));
  }

  /** Makes all ordinary again. */
  public static void restore() {
    schedule(OTHER, threads(""));
    session(ORDINARY);
  }

  private static boolean schedule(int policy, List<Integer> threads) {
    MethodHandle call =
        LinuxCalls.handle(
            "sched_setscheduler", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS));
    boolean all = true;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = LinuxCalls.state(arena);
      MemorySegment priority = arena.allocateFrom(JAVA_INT, policy == FIFO ? 1 : 0);
      for (int thread : threads) {
        int result = LinuxCalls.result(state, schedule(call, state, thread, policy, priority));
        // A thread may have ended meanwhile.
        all &= result >= 0 || result == -Errno.ESRCH;
      }
    }
    return all;
  }

  private static boolean session(int nice) {
    if (!Files.exists(SESSION)) {
      return true;
    }
    try {
      Files.writeString(SESSION, String.valueOf(nice));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static int schedule(
      MethodHandle call, MemorySegment state, int thread, int policy, MemorySegment priority) {
    try {
      return (int) call.invokeExact(state, thread, policy | RESET_ON_FORK, priority);
    } catch (Throwable e) {
      throw LinuxCalls.failed("sched_setscheduler", e);
    }
  }

  /**
   * Returns the threads of this process whose names begin so, of which the kernel keeps 15 letters.
   */
  public static List<Integer> threads(String name) {
    String shown = name.substring(0, Math.min(name.length(), MAX_SHOWN));
    try (Stream<Path> tasks = Files.list(THREADS)) {
      return tasks
          .filter(task -> nameOf(task).startsWith(shown))
          .map(task -> Integer.valueOf(task.getFileName().toString()))
          .toList();
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
}
