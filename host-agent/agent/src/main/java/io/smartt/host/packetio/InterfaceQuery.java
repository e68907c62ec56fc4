package io.smartt.host.packetio;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import module java.base;

/**
 * The kernel's state of every interface, by netdevice(7). Java's own list leaves out interfaces
 * that have no IP address, as a host's in an experiment need not.
 *
 * @param mac low 48 bits; 0: it has none
 * @param mtuBytes of the longest IP packet
 * @param up whether it is up and has a carrier
 */
public record InterfaceQuery(long mac, int mtuBytes, boolean up) {
  private static final long SIOCGIFMTU = 0x8921;
  private static final long SIOCGIFHWADDR = 0x8927;
  private static final int ARPHRD_ETHER = 1;
  private static final int MAC_AT = 18;
  private static final int MAC_BYTES = 6;

  /**
   * Asks about an interface of the calling thread's network namespace; empty if there is none of
   * that name.
   *
   * @throws PacketIoException where the system has no such calls
   */
  public static Optional<InterfaceQuery> of(String name) {
    if (name.isEmpty() || name.length() > InterfaceRequest.LONGEST_NAME) {
      return Optional.empty();
    }
    try (Arena arena = Arena.ofConfined();
        InterfaceControl control = new InterfaceControl(arena, name)) {
      InterfaceRequest request = control.request();
      Optional<Boolean> up = request.isUp();
      if (up.isEmpty()) {
        return Optional.empty();
      }
      MemorySegment answer = request.answer();
      int mtu = request.call(SIOCGIFMTU) < 0 ? 0 : answer.get(JAVA_INT, InterfaceRequest.DATA_AT);
      boolean ethernet =
          request.call(SIOCGIFHWADDR) >= 0
              && answer.get(JAVA_SHORT, InterfaceRequest.DATA_AT) == ARPHRD_ETHER;
      return Optional.of(
          new InterfaceQuery(
              ethernet
                  ? InterfaceNames.macOf(answer.asSlice(MAC_AT, MAC_BYTES).toArray(JAVA_BYTE))
                  : 0,
              mtu,
              up.get()));
    }
  }

  /** A socket for {@link InterfaceRequest}s alone, until closed. */
  static final class InterfaceControl implements AutoCloseable {
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
}
