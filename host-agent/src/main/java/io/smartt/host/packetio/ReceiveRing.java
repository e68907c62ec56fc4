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
 */
record ReceiveRing(int slotBytes, int slotsPerBlock, int blocks) {
  private static final int BLOCK_BYTES = 1 << 18;
  private static final int RING_BYTES = 4 << 20;
  private static final int LEAST_SLOTS = 64;

  /** What stands before a frame: the kernel's notes, the sender's address, room to align. */
  private static final int NOTES_BYTES = 96;

  private static final int SOL_PACKET = 263;
  private static final int PACKET_RX_RING = 5;
  private static final int PACKET_VERSION = 10;
  private static final int TPACKET_V2 = 1;

  /** For frames of up to so many bytes: 4 MiB of them. */
  static ReceiveRing of(int maxFrameBytes) {
    int slot = (maxFrameBytes + NOTES_BYTES + 15) / 16 * 16;
    int slotsPerBlock = BLOCK_BYTES / slot;
    int blocks = Math.max(RING_BYTES / BLOCK_BYTES, Math.ceilDiv(LEAST_SLOTS, slotsPerBlock));
    return new ReceiveRing(slot, slotsPerBlock, blocks);
  }

  int slots() {
    return slotsPerBlock * blocks;
  }

  /** Where a slot begins. */
  int offset(int slot) {
    return slot / slotsPerBlock * BLOCK_BYTES + slot % slotsPerBlock * slotBytes;
  }

  /** Has the kernel make it, of a socket that is not bound yet; what {@code setsockopt} gives. */
  int install(LinuxCalls calls, Arena arena, int fd) {
    int versioned =
        calls.setOption(fd, SOL_PACKET, PACKET_VERSION, arena.allocateFrom(JAVA_INT, TPACKET_V2));
    return versioned < 0
        ? versioned
        : calls.setOption(
            fd,
            SOL_PACKET,
            PACKET_RX_RING,
            arena.allocateFrom(JAVA_INT, BLOCK_BYTES, blocks, slotBytes, slots()));
  }

  /** Its memory, until the arena closes. */
  MemorySegment map(Arena arena, int fd) {
    return MappedMemory.of(arena, fd, (long) BLOCK_BYTES * blocks);
  }
}
