package io.smartt.host.packetio;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** What the kernel says of an interface and of a socket on it. Any thread may ask at any time. */
final class InterfaceState {
  private static final int PACKET_STATISTICS = 6;
  private static final long SIOCGIFFLAGS = 0x8913;
  private static final int IFF_UP = 0x1;
  private static final int IFF_RUNNING = 0x40;
  private static final int REQUEST_BYTES = 40;
  private static final int FLAGS_AT = 16;

  private final String name;
  private final int fd;
  private boolean closed;
  private long lostFrames;

  InterfaceState(String name, int fd) {
    this.name = name;
    this.fd = fd;
  }

  /** Whether it is up and has a carrier. */
  synchronized boolean isUp() {
    if (closed) {
      return false;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment request = arena.allocate(REQUEST_BYTES, 8);
      request.setString(0, name);
      if (new LinuxCalls(arena).ioctl(fd, SIOCGIFFLAGS, request) < 0) {
        return false;
      }
      int flags = request.get(JAVA_SHORT, FLAGS_AT);
      return (flags & (IFF_UP | IFF_RUNNING)) == (IFF_UP | IFF_RUNNING);
    }
  }

  /** Frames that the kernel dropped because nobody received them fast enough. */
  synchronized long lostFrames() {
    if (closed) {
      return lostFrames;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment statistics = arena.allocate(JAVA_INT, 2);
      MemorySegment length = arena.allocateFrom(JAVA_INT, (int) statistics.byteSize());
      // Reading starts the kernel's count again.
      if (new LinuxCalls(arena)
              .getOption(fd, PacketDescriptor.SOL_PACKET, PACKET_STATISTICS, statistics, length)
          >= 0) {
        lostFrames += Integer.toUnsignedLong(statistics.getAtIndex(JAVA_INT, 1));
      }
      return lostFrames;
    }
  }

  /** From now on the descriptor may be somebody else's. */
  synchronized void close() {
    lostFrames();
    closed = true;
  }
}
