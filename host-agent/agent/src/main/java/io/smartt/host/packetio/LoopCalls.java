package io.smartt.host.packetio;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The calls of the C library that an event loop needs: epoll, and how its thread is woken. Each
 * gives what C gives, or the negated error number. For one thread.
 */
final class LoopCalls {
  private static final MethodHandle EPOLL_CREATE1 =
      LinuxCalls.handle("epoll_create1", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
  private static final MethodHandle EPOLL_CTL =
      LinuxCalls.handle(
          "epoll_ctl", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS));
  private static final MethodHandle EPOLL_PWAIT2 =
      LinuxCalls.handle(
          "epoll_pwait2",
          FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, ADDRESS));
  private static final MethodHandle PRCTL =
      LinuxCalls.handle(
          "prctl",
          FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
  private static final int EPOLL_CLOEXEC = 0x80000;
  private static final int PR_SET_TIMERSLACK = 29;
  private static final long NS_PER_S = 1_000_000_000L;

  private final MemorySegment state;
  private final MemorySegment timeout;

  LoopCalls(Arena arena) {
    state = LinuxCalls.state(arena);
    timeout = arena.allocate(JAVA_LONG, 2);
  }

  int createEpoll() {
    try {
      return LinuxCalls.result(state, (int) EPOLL_CREATE1.invokeExact(state, EPOLL_CLOEXEC));
    } catch (Throwable e) {
      throw LinuxCalls.failed("epoll_create1", e);
    }
  }

  int control(int epoll, int operation, int fd, MemorySegment event) {
    try {
      return LinuxCalls.result(
          state, (int) EPOLL_CTL.invokeExact(state, epoll, operation, fd, event));
    } catch (Throwable e) {
      throw LinuxCalls.failed("epoll_ctl", e);
    }
  }

  /** Waits at most so long, to the nanosecond; 0 does not wait. */
  int await(int epoll, MemorySegment events, int count, long timeoutNs) {
    timeout.setAtIndex(JAVA_LONG, 0, timeoutNs / NS_PER_S);
    timeout.setAtIndex(JAVA_LONG, 1, timeoutNs % NS_PER_S);
    try {
      return LinuxCalls.result(
          state,
          (int) EPOLL_PWAIT2.invokeExact(state, epoll, events, count, timeout, MemorySegment.NULL));
    } catch (Throwable e) {
      throw LinuxCalls.failed("epoll_pwait2", e);
    }
  }

  /** Sets how late the kernel may end this thread's waits, to join them with others. */
  int timerSlack(long ns) {
    try {
      return LinuxCalls.result(
          state, (int) PRCTL.invokeExact(state, PR_SET_TIMERSLACK, ns, 0L, 0L, 0L));
    } catch (Throwable e) {
      throw LinuxCalls.failed("prctl", e);
    }
  }
}
