package io.smartt.host.packetio;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

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
  private static final int RING_BYTES = 4 << 20;

  /** Bytes before a frame: the kernel's notes, the sender's address, room to align. */
  private static final int NOTES_BYTES = 96;

  private static final int PACKET_RX_RING = 5;
  private static final int PACKET_COPY_THRESHOLD = 7;
  private static final int PACKET_VERSION = 10;
  private static final int TPACKET_V2 = 1;

  /** A ring for frames of up to so many bytes: 4 MiB, in slots for jumbo frames at most. */
  static ReceiveRing of(int maxFrameBytes) {
    int fitting = Math.min(maxFrameBytes, PacketOptions.JUMBO_FRAME_BYTES);
    int slot = (fitting + NOTES_BYTES + 15) / 16 * 16;
    return new ReceiveRing(
        slot, BLOCK_BYTES / slot, RING_BYTES / BLOCK_BYTES, maxFrameBytes > fitting);
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

  /** The memory of the ring, until the arena closes. */
  MemorySegment map(Arena arena, int fd) {
    return MappedMemory.of(arena, fd, (long) BLOCK_BYTES * blocks);
  }
}
