package io.smartt.host.packetio;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import module java.base;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelPipeline;

/**
 * Receives from memory shared with the kernel (PACKET_RX_RING, TPACKET_V2): a frame that is there
 * costs no system call. The kernel writes the slots one after the other, in a circle, and has a
 * slot again as soon as its frame is copied out.
 */
final class RingReceiver implements SocketReceiver {
  private static final int FRAMES_A_TURN = 128;
  private static final int STATUS_AT = 0;
  private static final int KEPT_BYTES_AT = 8;
  private static final int FRAME_OFFSET_AT = 12;
  private static final int SECONDS_AT = 16;
  private static final int NANOSECONDS_AT = 20;
  private static final int TCI_AT = 24;
  private static final int TPID_AT = 26;
  private static final int SENDER_AT = 32 + 10;
  private static final int STATUS_KERNEL = 0;
  private static final int STATUS_USER = 1;
  private static final int STATUS_QUEUED = 1 << 1;
  private static final int STATUS_CARD_STAMP = 1 << 31;
  private static final long NS_PER_S = 1_000_000_000L;
  private static final VarHandle INT = JAVA_INT.varHandle();

  private final LinuxCalls calls;
  private final int fd;
  private final LongUnaryOperator cardTime;
  private final ReceiveRing ring;
  private final MemorySegment memory;
  private final ByteBuffer bytes;
  private final FrameBatch queued;
  private int next;

  /**
   * A receiver for a socket that is set up for the ring.
   *
   * @param arena of the channel; the memory goes with it
   * @param ring as it was installed
   */
  RingReceiver(
      Arena arena,
      LinuxCalls calls,
      int fd,
      ReceiveRing ring,
      int maxFrameBytes,
      LongUnaryOperator cardTime) {
    this.calls = calls;
    this.fd = fd;
    this.cardTime = cardTime;
    this.ring = ring;
    memory = ring.map(arena, fd);
    bytes = memory.asByteBuffer();
    queued = new FrameBatch(arena, ring.queuesLong() ? 1 : 0, maxFrameBytes, true, cardTime);
  }

  @Override
  public int receive(ChannelPipeline pipeline, ByteBufAllocator pool, BooleanSupplier isOpen) {
    for (int i = 0; i < FRAMES_A_TURN && isOpen.getAsBoolean(); i++) {
      int slot = ring.offset(next);
      int status = (int) INT.getAcquire(memory, (long) slot + STATUS_AT);
      if ((status & STATUS_USER) == 0) {
        return 0;
      }
      next = next + 1 == ring.slots() ? 0 : next + 1;
      boolean ours = memory.get(JAVA_BYTE, slot + SENDER_AT) == PacketDescriptor.PACKET_OUTGOING;
      if ((status & STATUS_QUEUED) != 0) {
        INT.setRelease(memory, (long) slot + STATUS_AT, STATUS_KERNEL);
        receiveQueued(pipeline, pool);
      } else if (ours) {
        INT.setRelease(memory, (long) slot + STATUS_AT, STATUS_KERNEL);
      } else {
        ReceivedFrame frame = frame(pool, slot, status);
        INT.setRelease(memory, (long) slot + STATUS_AT, STATUS_KERNEL);
        pipeline.fireChannelRead(frame);
      }
    }
    return 0;
  }

  private void receiveQueued(ChannelPipeline pipeline, ByteBufAllocator pool) {
    if (calls.receiveMany(fd, queued.from(0), 1, LinuxCalls.MSG_DONTWAIT) == 1) {
      boolean ours = queued.isOutgoing(0);
      queued.readNotes(0);
      ReceivedFrame frame =
          SocketReceiver.frame(pool, queued.frame(0), queued.tag(), queued.stampNs());
      queued.rearm(0);
      if (ours) {
        frame.release();
      } else {
        pipeline.fireChannelRead(frame);
      }
    }
  }

  private ReceivedFrame frame(ByteBufAllocator pool, int slot, int status) {
    int from = slot + Short.toUnsignedInt(memory.get(JAVA_SHORT, slot + FRAME_OFFSET_AT));
    bytes.limit(from + memory.get(JAVA_INT, slot + KEPT_BYTES_AT)).position(from);
    long stampNs =
        Integer.toUnsignedLong(memory.get(JAVA_INT, slot + SECONDS_AT)) * NS_PER_S
            + memory.get(JAVA_INT, slot + NANOSECONDS_AT);
    if ((status & STATUS_CARD_STAMP) != 0) {
      stampNs = cardTime.applyAsLong(stampNs);
    }
    int tag =
        Vlan.tag(
            status, memory.get(JAVA_SHORT, slot + TCI_AT), memory.get(JAVA_SHORT, slot + TPID_AT));
    return SocketReceiver.frame(pool, bytes, tag, stampNs);
  }
}
