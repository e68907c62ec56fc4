package io.smartt.host.packetio;

import static java.lang.foreign.ValueLayout.ADDRESS;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Requests about one interface by {@code struct ifreq} (netdevice(7)), until closed. */
final class InterfaceControl implements AutoCloseable {
  /** Where what a request gives is. */
  static final int DATA_AT = 16;

  static final int LONGEST_NAME = 15;

  private static final int AF_INET = 2;
  private static final int SOCK_DGRAM_CLOEXEC = 2 | 0x80000;
  private static final int REQUEST_BYTES = 40;

  private final LinuxCalls calls;
  private final MemorySegment request;
  private final int fd;

  /**
   * For an interface of the calling thread's network namespace.
   *
   * @param name of at most {@value #LONGEST_NAME} bytes
   * @throws PacketIoException where the system has no such calls
   */
  InterfaceControl(Arena arena, String name) {
    calls = new LinuxCalls(arena);
    request = arena.allocate(REQUEST_BYTES, 8);
    request.setString(0, name);
    fd = calls.socket(AF_INET, SOCK_DGRAM_CLOEXEC, 0);
    if (fd < 0) {
      throw new PacketIoException(
          "interface %s cannot be looked at: %s".formatted(name, Errno.name(-fd)));
    }
  }

  /** A request whose answer is in {@link #answer}; what {@code ioctl} gives. */
  int call(long what) {
    return calls.ioctl(fd, what, request);
  }

  /** A request with data of its own. */
  int call(long what, MemorySegment data) {
    request.set(ADDRESS, DATA_AT, data);
    return call(what);
  }

  MemorySegment answer() {
    return request;
  }

  @Override
  public void close() {
    calls.close(fd);
  }
}
