package io.smartt.host.packetio;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import module java.base;

/** Requests about one interface by {@code struct ifreq} (netdevice(7)), over any socket. */
final class InterfaceRequest {
  /** The offset of a request's result. */
  static final int DATA_AT = 16;

  /** The bytes of the longest name. */
  static final int LONGEST_NAME = 15;

  private static final long SIOCGIFFLAGS = 0x8913;
  private static final long SIOCETHTOOL = 0x8946;
  private static final int IFF_UP_AND_RUNNING = 0x41;
  private static final int BYTES = 40;

  private final LinuxCalls calls;
  private final MemorySegment request;
  private final int fd;

  /**
   * A request for an interface of the socket's network namespace.
   *
   * @param name of at most {@value #LONGEST_NAME} bytes
   */
  InterfaceRequest(Arena arena, int fd, String name) {
    this.fd = fd;
    calls = new LinuxCalls(arena);
    request = arena.allocate(BYTES, 8);
    request.setString(0, name);
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

  /** A request of ethtool's, which its data begins with. */
  int ethtool(MemorySegment data) {
    return call(SIOCETHTOOL, data);
  }

  /** Returns whether the interface is up and has a carrier; empty if there is none of that name. */
  Optional<Boolean> isUp() {
    if (call(SIOCGIFFLAGS) < 0) {
      return Optional.empty();
    }
    int flags = request.get(JAVA_SHORT, DATA_AT);
    return Optional.of((flags & IFF_UP_AND_RUNNING) == IFF_UP_AND_RUNNING);
  }

  MemorySegment answer() {
    return request;
  }
}
