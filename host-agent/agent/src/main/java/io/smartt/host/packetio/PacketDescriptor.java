package io.smartt.host.packetio;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import module java.base;

/** Opens AF_PACKET sockets on interfaces of the calling thread's network namespace. */
final class PacketDescriptor {
  static final int SOL_SOCKET = 1;
  static final int SO_TIMESTAMPNS = 35;
  static final int SO_TIMESTAMPING = 37;
  static final int SOL_PACKET = 263;

  /** The type of a packet that leaves by the interface. */
  static final byte PACKET_OUTGOING = 4;

  private static final int AF_PACKET = 17;
  private static final int SOCK_RAW_CLOEXEC = 3 | 0x80000;
  private static final int SO_SNDBUF = 7;
  private static final int SO_RCVBUF = 8;
  private static final int SO_SNDBUFFORCE = 32;
  private static final int SO_RCVBUFFORCE = 33;
  private static final int PACKET_ADD_MEMBERSHIP = 1;
  private static final int PACKET_AUXDATA = 8;
  private static final int PACKET_TIMESTAMP = 17;
  private static final int PACKET_QDISC_BYPASS = 20;
  private static final int PACKET_IGNORE_OUTGOING = 23;
  private static final short PACKET_MR_PROMISC = 1;
  private static final int BUFFER_BYTES = 8 << 20;

  private final String name;
  private final PacketOptions options;
  private final Arena arena;
  private final LinuxCalls calls;

  private PacketDescriptor(String name, PacketOptions options, Arena arena) {
    this.name = name;
    this.options = options;
    this.arena = arena;
    this.calls = new LinuxCalls(arena);
  }

  /**
   * Opens the interface of this name.
   *
   * @param ring to receive by; empty: by system calls
   * @return the file descriptor, which the caller closes
   * @throws PacketIoException naming the interface and what is missing: the interface, the right to
   *     open raw sockets, or Linux
   */
  static int open(String name, PacketOptions options, Optional<ReceiveRing> ring) {
    String system = System.getProperty("os.name", "unknown");
    if (!system.toLowerCase(Locale.ROOT).startsWith("linux")) {
      throw new PacketIoException(
          "interface '%s' cannot be opened: raw packets need Linux, and this is %s"
              .formatted(name, system));
    }
    try (Arena arena = Arena.ofConfined()) {
      return new PacketDescriptor(name, options, arena).open(ring);
    }
  }

  private int open(Optional<ReceiveRing> ring) {
    int index = index();
    // Protocol 0: nothing comes in before the socket is bound to its interface.
    int fd = check(calls.socket(AF_PACKET, SOCK_RAW_CLOEXEC, 0));
    try {
      prepare(fd, index, ring);
      return fd;
    } catch (PacketIoException e) {
      close(fd, Arena.ofShared());
      throw e;
    }
  }

  /**
   * Closes a socket, and then the memory that it uses, on a thread of their own: the kernel returns
   * once every core has passed by, 20 s and more where all are busy.
   */
  static void close(int fd, Arena memory) {
    Thread.ofPlatform()
        .daemon()
        .name("smartt-close")
        .start(() -> {
          try (memory) {
            new LinuxCalls(memory).close(fd);
          }
        });
  }

  private int index() {
    if (name.isEmpty() || name.length() > InterfaceRequest.LONGEST_NAME) {
      throw new PacketIoException(
          "'%s' is no name of an interface: it has 1 to %d characters"
              .formatted(name, InterfaceRequest.LONGEST_NAME));
    }
    int index = calls.interfaceIndex(arena.allocateFrom(name));
    if (index == 0) {
      throw new PacketIoException("there is no network interface '" + name + "'");
    }
    return index;
  }

  private void prepare(int fd, int index, Optional<ReceiveRing> ring) {
    MemorySegment one = arena.allocateFrom(JAVA_INT, 1);
    // Kernels before 4.20 do not know this option; receivers drop what they let through.
    calls.setOption(fd, SOL_PACKET, PACKET_IGNORE_OUTGOING, one);
    check(calls.setOption(fd, SOL_PACKET, PACKET_AUXDATA, one));
    if (options.bypassQdisc()) {
      check(calls.setOption(fd, SOL_PACKET, PACKET_QDISC_BYPASS, one));
    }
    if (options.stamps() != PacketOptions.FrameStamps.NONE) {
      check(calls.setOption(fd, SOL_SOCKET, SO_TIMESTAMPNS, one));
    }
    if (options.stamps() == PacketOptions.FrameStamps.CARD) {
      MemorySegment flags = arena.allocateFrom(JAVA_INT, NicStamping.HARDWARE_FLAGS);
      check(calls.setOption(fd, SOL_SOCKET, SO_TIMESTAMPING, flags));
      check(calls.setOption(fd, SOL_PACKET, PACKET_TIMESTAMP, flags));
    }
    if (ring.isPresent()) {
      check(ring.get().install(calls, arena, fd));
    }
    MemorySegment bytes = arena.allocateFrom(JAVA_INT, BUFFER_BYTES);
    force(fd, SO_RCVBUFFORCE, SO_RCVBUF, bytes);
    force(fd, SO_SNDBUFFORCE, SO_SNDBUF, bytes);
    if (options.promiscuous()) {
      MemorySegment membership = arena.allocate(16, 4);
      membership.set(JAVA_INT, 0, index);
      membership.set(JAVA_SHORT, 4, PACKET_MR_PROMISC);
      check(calls.setOption(fd, SOL_PACKET, PACKET_ADD_MEMBERSHIP, membership));
    }
    MemorySegment address = arena.allocate(20, 4);
    address.set(JAVA_SHORT, 0, (short) AF_PACKET);
    address.set(JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN), 2, (short) options.etherType());
    address.set(JAVA_INT, 4, index);
    check(calls.bind(fd, address));
  }

  private void force(int fd, int privileged, int ordinary, MemorySegment bytes) {
    if (calls.setOption(fd, SOL_SOCKET, privileged, bytes) < 0) {
      calls.setOption(fd, SOL_SOCKET, ordinary, bytes);
    }
  }

  private int check(int result) {
    if (result >= 0) {
      return result;
    }
    int errno = -result;
    throw new PacketIoException(
        switch (errno) {
          case Errno.EPERM, Errno.EACCES ->
              "interface '%s' cannot be opened: raw packets need root or the capability CAP_NET_RAW"
                  .formatted(name);
          default -> "interface '%s' cannot be opened: %s".formatted(name, Errno.name(errno));
        });
  }
}
