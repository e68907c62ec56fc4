package io.smartt.host.packetio;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** The kernel's state of an interface and of a socket on it. Any thread may ask at any time. */
final class InterfaceState {
  private static final int PACKET_STATISTICS = 6;

  private final String name;
  private final int fd;
  private boolean closed;
  private long lostFrames;

  InterfaceState(String name, int fd) {
    this.name = name;
    this.fd = fd;
  }

  /** Returns whether the interface is up and has a carrier. */
  synchronized boolean isUp() {
    if (closed) {
      return false;
    }
    try (Arena arena = Arena.ofConfined()) {
      return new InterfaceRequest(arena, fd, name).isUp().orElse(false);
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

  /** Forgets the descriptor, which may belong to another file from now on. */
  synchronized void close() {
    lostFrames();
    closed = true;
  }
}
