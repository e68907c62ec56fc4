package io.smartt.host.packetio;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * All frames of one Linux interface, in both directions: an AF_PACKET socket in promiscuous mode
 * that does not see what it sends itself. Frames are as on the wire, without FCS; a VLAN tag that
 * the kernel took off is put back.
 *
 * <p>One thread receives and one sends; {@link #close} may come from any. Neither direction
 * allocates per frame.
 */
public final class PacketSocket implements AutoCloseable {
  /** The longest frame: a super-frame of a sender whose segmentation offload is on. */
  public static final int MAX_FRAME_BYTES = 65_536 + 64;

  /** What {@link #receive} gives once the socket is closed. */
  public static final int CLOSED = -1;

  private static final PacketOptions OPTIONS =
      new PacketOptions(PacketOptions.ALL_TYPES, true, false, false, MAX_FRAME_BYTES);
  private static final int SOL_PACKET = 263;
  private static final int PACKET_STATISTICS = 6;
  private static final byte PACKET_OUTGOING = 4;
  private static final int MSG_DONTWAIT = 0x40;
  private static final short POLLIN = 1;
  private static final long SIOCGIFFLAGS = 0x8913;
  private static final int IFF_UP = 0x1;
  private static final int IFF_RUNNING = 0x40;
  private static final int VLAN_TAG_BYTES = 4;
  private static final int ADDRESSES_BYTES = 12;

  private final String name;
  private final Arena arena = Arena.ofShared();
  private final LinuxCalls receiving = new LinuxCalls(arena);
  private final LinuxCalls sending = new LinuxCalls(arena);
  private final LinuxCalls asking = new LinuxCalls(arena);
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Object using = new Object();
  private final int fd;
  private final int wakeFd;
  private final ReceivedMessage message = new ReceivedMessage(arena);
  private final MemorySegment outgoing = arena.allocate(MAX_FRAME_BYTES);
  private final MemorySegment waiting = arena.allocate(JAVA_LONG, 2);
  private long lostFrames;
  private int users = 1;

  /**
   * Opens the interface of this name in the thread's network namespace.
   *
   * @throws PacketIoException naming the interface and what is missing: the interface, the right to
   *     open raw sockets, or Linux
   */
  public static PacketSocket open(String interfaceName) {
    return new PacketSocket(interfaceName);
  }

  private PacketSocket(String name) {
    this.name = name;
    int opened = PacketDescriptor.open(name, OPTIONS);
    int wake = receiving.eventFd();
    if (wake < 0) {
      receiving.close(opened);
      throw new PacketIoException(
          "interface '%s' cannot be opened: %s".formatted(name, Errno.name(-wake)));
    }
    fd = opened;
    wakeFd = wake;
  }

  /** The interface's name. */
  public String interfaceName() {
    return name;
  }

  /**
   * Waits for the next frame.
   *
   * @param frame receives it; a longer frame is cut
   * @return its length in bytes, or {@link #CLOSED}
   * @throws PacketIoException where the interface went away
   */
  public int receive(byte[] frame) {
    if (!enter()) {
      return CLOSED;
    }
    try {
      while (!closed.get()) {
        long length = receiving.receive(fd, message.header(), MSG_DONTWAIT);
        if (length >= 0) {
          if (message.packetType() != PACKET_OUTGOING) {
            return copy(frame, (int) length);
          }
        } else if (length == -Errno.EAGAIN) {
          LinuxCalls.pollEntry(waiting, 0, fd, POLLIN);
          LinuxCalls.pollEntry(waiting, 1, wakeFd, POLLIN);
          receiving.poll(waiting, -1);
        } else if (length != -Errno.EINTR && length != -Errno.ENETDOWN) {
          throw new PacketIoException(
              "interface '%s' gives no more packets: %s"
                  .formatted(name, Errno.name((int) -length)));
        }
        message.rearm();
      }
      return CLOSED;
    } finally {
      leave();
    }
  }

  private int copy(byte[] frame, int length) {
    MemorySegment bytes = message.bytes();
    int tag = message.vlanTag();
    int kept;
    if (tag == ReceivedMessage.NO_TAG || length < ADDRESSES_BYTES) {
      kept = Math.min(length, frame.length);
      MemorySegment.copy(bytes, JAVA_BYTE, 0, frame, 0, kept);
    } else {
      kept = Math.min(length + VLAN_TAG_BYTES, frame.length);
      MemorySegment.copy(bytes, JAVA_BYTE, 0, frame, 0, ADDRESSES_BYTES);
      frame[ADDRESSES_BYTES] = (byte) (tag >> 24);
      frame[ADDRESSES_BYTES + 1] = (byte) (tag >> 16);
      frame[ADDRESSES_BYTES + 2] = (byte) (tag >> 8);
      frame[ADDRESSES_BYTES + 3] = (byte) tag;
      int rest = ADDRESSES_BYTES + VLAN_TAG_BYTES;
      MemorySegment.copy(bytes, JAVA_BYTE, ADDRESSES_BYTES, frame, rest, kept - rest);
    }
    message.rearm();
    return kept;
  }

  /**
   * Sends one frame; waits while the interface's queue is full.
   *
   * @return false where the interface did not take it: its link is down, or the frame is longer
   *     than its MTU allows
   * @throws PacketIoException where the interface went away
   */
  public boolean send(byte[] frame, int offset, int length) {
    if (length > MAX_FRAME_BYTES || !enter()) {
      return false;
    }
    try {
      MemorySegment.copy(frame, offset, outgoing, JAVA_BYTE, 0, length);
      while (true) {
        long sent = sending.send(fd, outgoing, length, 0);
        if (sent >= 0) {
          return true;
        }
        if (sent != -Errno.EINTR) {
          return refused((int) -sent);
        }
      }
    } finally {
      leave();
    }
  }

  private boolean refused(int errno) {
    return switch (errno) {
      case Errno.ENETDOWN, Errno.EMSGSIZE, Errno.ENOBUFS, Errno.EAGAIN -> false;
      default ->
          throw new PacketIoException(
              "interface '%s' takes no more packets: %s".formatted(name, Errno.name(errno)));
    };
  }

  /** Whether the interface is up and has a carrier. */
  public boolean isUp() {
    if (!enter()) {
      return false;
    }
    try (Arena own = Arena.ofConfined()) {
      MemorySegment request = own.allocate(40, 8);
      MemorySegment.copy(own.allocateFrom(name), 0, request, 0, name.length() + 1L);
      synchronized (asking) {
        if (asking.ioctl(fd, SIOCGIFFLAGS, request) < 0) {
          return false;
        }
      }
      int flags = request.get(JAVA_SHORT, 16);
      return (flags & (IFF_UP | IFF_RUNNING)) == (IFF_UP | IFF_RUNNING);
    } finally {
      leave();
    }
  }

  /** Frames that the kernel dropped because nobody received them fast enough. */
  public long lostFrames() {
    if (!enter()) {
      return lostFrames;
    }
    try (Arena own = Arena.ofConfined()) {
      MemorySegment statistics = own.allocate(JAVA_INT, 2);
      MemorySegment length = own.allocateFrom(JAVA_INT, 8);
      synchronized (asking) {
        // Reading starts the kernel's count again.
        if (asking.getOption(fd, SOL_PACKET, PACKET_STATISTICS, statistics, length) >= 0) {
          lostFrames += Integer.toUnsignedLong(statistics.getAtIndex(JAVA_INT, 1));
        }
        return lostFrames;
      }
    } finally {
      leave();
    }
  }

  /** Ends a {@link #receive} that waits. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      try (Arena own = Arena.ofConfined()) {
        new LinuxCalls(own).write(wakeFd, own.allocateFrom(JAVA_LONG, 1));
      }
      leave();
    }
  }

  /** The last to leave frees what native code may still have been using. */
  private boolean enter() {
    synchronized (using) {
      if (closed.get()) {
        return false;
      }
      users++;
      return true;
    }
  }

  private void leave() {
    synchronized (using) {
      if (--users == 0) {
        receiving.close(fd);
        receiving.close(wakeFd);
        arena.close();
      }
    }
  }
}
