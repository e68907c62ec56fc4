package io.smartt.host.packetio;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** Memory that a file descriptor shares with the kernel. */
@SuppressWarnings("restricted") // Native access is what this class is for; the launcher allows it.
final class MappedMemory {
  private static final int READ_AND_WRITE = 3;
  private static final int SHARED = 1;
  private static final long FAILED = -1;
  private static final MethodHandle MMAP =
      LinuxCalls.handle(
          "mmap",
          FunctionDescriptor.of(
              ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG));
  private static final MethodHandle MUNMAP =
      LinuxCalls.handle("munmap", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG));

  private MappedMemory() {}

  /**
   * Maps all of it, for reading and writing, until the arena closes.
   *
   * @throws PacketIoException if the kernel does not
   */
  static MemorySegment of(Arena arena, int fd, long bytes) {
    try (Arena own = Arena.ofConfined()) {
      MemorySegment state = LinuxCalls.state(own);
      MemorySegment mapped =
          (MemorySegment)
              MMAP.invokeExact(state, MemorySegment.NULL, bytes, READ_AND_WRITE, SHARED, fd, 0L);
      if (mapped.address() == FAILED) {
        throw new PacketIoException(
            "a receive ring of %d bytes cannot be mapped: %s"
                .formatted(bytes, Errno.name(-LinuxCalls.result(state, -1))));
      }
      return mapped.reinterpret(bytes, arena, segment -> unmap(segment.address(), bytes));
    } catch (Throwable e) {
      throw LinuxCalls.failed("mmap", e);
    }
  }

  private static void unmap(long address, long bytes) {
    try (Arena own = Arena.ofConfined()) {
      int _ =
          (int) MUNMAP.invokeExact(LinuxCalls.state(own), MemorySegment.ofAddress(address), bytes);
    } catch (Throwable e) {
      throw LinuxCalls.failed("munmap", e);
    }
  }
}
