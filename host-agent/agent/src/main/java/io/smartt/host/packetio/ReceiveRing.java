package io.smartt.host.packetio;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import module java.base;

/**
 * The shape of a packet socket's receive ring (TPACKET_V2, packet_mmap.rst): slots of one size in
 * blocks, with nothing but whole slots in a block.
 *
 * @param slotBytes a multiple of 16: what the kernel writes of a frame, and the frame
 * @param slotsPerBlock of each block
 * @param blocks how many
 * @param queuesLong whether a frame that does not fit its slot is in the socket's queue as well
 */
record ReceiveRing(int slotBytes, int slotsPerBlock, int blocks, boolean queuesLong) {
  private static final int BLOCK_BYTES = 1 << 18;

  /** Bytes before a frame: the kernel's notes, the sender's address, room to align. */
  private static final int NOTES_BYTES = 96;

  /** An Ethernet header with two VLAN tags. */
  private static final int HEADER_BYTES = 22;

  private static final int PACKET_RX_RING = 5;
  private static final int PACKET_COPY_THRESHOLD = 7;
  private static final int PACKET_VERSION = 10;
  private static final int TPACKET_V2 = 1;
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

  /**
   * A ring whose slots take what the interface sends and receives: the shorter its packets, the
   * more slots. A longer frame, as of an MTU that was raised since, goes by the socket's queue.
   *
   * @param options of which there are {@link PacketOptions#ringBytes} for the ring
   * @param mtuBytes of the interface; 0: not known
   */
  static ReceiveRing of(PacketOptions options, int mtuBytes) {
    int longest = Math.min(options.maxFrameBytes(), PacketOptions.JUMBO_FRAME_BYTES);
    int fitting = mtuBytes == 0 ? longest : Math.min(longest, mtuBytes + HEADER_BYTES);
    int slot = (fitting + NOTES_BYTES + 15) / 16 * 16;
    return new ReceiveRing(
        slot,
        BLOCK_BYTES / slot,
        options.ringBytes() / BLOCK_BYTES,
        options.maxFrameBytes() > fitting);
  }

  int slots() {
    return slotsPerBlock * blocks;
  }

  /** The offset at which a slot begins. */
  int offset(int slot) {
    return slot / slotsPerBlock * BLOCK_BYTES + slot % slotsPerBlock * slotBytes;
  }

  /**
   * Asks the kernel for the ring of a socket not yet bound; returns {@code setsockopt}'s result.
   */
  int install(LinuxCalls calls, Arena arena, int fd) {
    int result = set(calls, arena, fd, PACKET_VERSION, TPACKET_V2);
    if (result >= 0 && queuesLong) {
      result = set(calls, arena, fd, PACKET_COPY_THRESHOLD, 1);
    }
    return result < 0
        ? result
        : set(calls, arena, fd, PACKET_RX_RING, BLOCK_BYTES, blocks, slotBytes, slots());
  }

  private static int set(LinuxCalls calls, Arena arena, int fd, int option, int... value) {
    return calls.setOption(
        fd, PacketDescriptor.SOL_PACKET, option, arena.allocateFrom(JAVA_INT, value));
  }

  /**
   * Maps the ring's memory, which the socket shares with the kernel, for reading and writing, until
   * the arena closes.
   *
   * @throws PacketIoException if the kernel does not
   */
  @SuppressWarnings("restricted") // Native access is what this is for; the launcher allows it.
  MemorySegment map(Arena arena, int fd) {
    long bytes = (long) BLOCK_BYTES * blocks;
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
