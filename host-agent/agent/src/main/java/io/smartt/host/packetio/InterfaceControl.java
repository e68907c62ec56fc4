package io.smartt.host.packetio;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** A socket for {@link InterfaceRequest}s alone, until closed. */
final class InterfaceControl implements AutoCloseable {
  private static final int AF_INET = 2;
  private static final int SOCK_DGRAM_CLOEXEC = 2 | 0x80000;

  private final LinuxCalls calls;
  private final InterfaceRequest request;
  private final int fd;

  /**
   * The control of an interface of the calling thread's network namespace.
   *
   * @throws PacketIoException where the system has no such calls
   */
  InterfaceControl(Arena arena, String name) {
    calls = new LinuxCalls(arena);
    fd = calls.socket(AF_INET, SOCK_DGRAM_CLOEXEC, 0);
    if (fd < 0) {
      throw new PacketIoException(
          "interface %s cannot be looked at: %s".formatted(name, Errno.name(-fd)));
    }
    request = new InterfaceRequest(arena, fd, name);
  }

  InterfaceRequest request() {
    return request;
  }

  /** A request whose argument is no {@code struct ifreq}; what {@code ioctl} gives. */
  int call(long what, MemorySegment argument) {
    return calls.ioctl(fd, what, argument);
  }

  @Override
  public void close() {
    calls.close(fd);
  }
}
