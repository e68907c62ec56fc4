package io.smartt.host.packetio;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import module java.base;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelPipeline;

/**
 * The receiving side of a packet socket: each frame is handed to a pipeline as a {@link
 * ReceivedFrame} of pooled bytes, its VLAN tag put back.
 */
sealed interface SocketReceiver {
  /** TPID and TCI of a frame without a tag. */
  int NO_TAG = 0;

  /** TPID and TCI. */
  int TAG_BYTES = 4;

  /** The bytes before a tag. */
  int ADDRESSES_BYTES = 12;

  int STATUS_VLAN_VALID = 1 << 4;
  int STATUS_TPID_VALID = 1 << 6;
  int DEFAULT_TPID = 0x8100;

  /**
   * Hands on what has come, so much at most that others get their turn.
   *
   * @param isOpen whether the channel still is: a handler may close it
   * @return the error number that ended it, or 0
   */
  int receive(ChannelPipeline pipeline, ByteBufAllocator pool, BooleanSupplier isOpen);

  /**
   * A frame for a pipeline.
   *
   * @param bytes without the tag that the kernel took off
   * @param tag TPID and TCI of that, or {@link #NO_TAG}
   */
  static ReceivedFrame frame(ByteBufAllocator pool, ByteBuffer bytes, int tag, long stampNs) {
    int length = bytes.remaining();
    ByteBuf content = pool.heapBuffer(length + TAG_BYTES);
    if (tag == NO_TAG || length < ADDRESSES_BYTES) {
      return ReceivedFrame.of(content.writeBytes(bytes), stampNs);
    }
    int end = bytes.limit();
    content.writeBytes(bytes.limit(bytes.position() + ADDRESSES_BYTES));
    content.writeInt(tag);
    return ReceivedFrame.of(content.writeBytes(bytes.limit(end)), stampNs);
  }

  /**
   * TPID and TCI, or {@link #NO_TAG}, from how the kernel notes the VLAN tag that it has taken off
   * a frame (linux/if_packet.h).
   */
  static int tag(int status, short tci, short tpid) {
    if ((status & STATUS_VLAN_VALID) == 0) {
      return NO_TAG;
    }
    int type = (status & STATUS_TPID_VALID) != 0 ? Short.toUnsignedInt(tpid) : DEFAULT_TPID;
    return type << 16 | Short.toUnsignedInt(tci);
  }

  /** Receives up to {@link PacketChannel#BATCH} frames a system call, and sleeps cheaply. */
  final class BatchReceiver implements SocketReceiver {
    private static final int BATCHES_A_TURN = 4;

    private final LinuxCalls calls;
    private final int fd;
    private final FrameBatch batch;

    BatchReceiver(
        Arena arena, LinuxCalls calls, int fd, int maxFrameBytes, LongUnaryOperator cardTime) {
      this.calls = calls;
      this.fd = fd;
      batch = new FrameBatch(arena, PacketChannel.BATCH, maxFrameBytes, true, cardTime);
    }

    @Override
    public int receive(ChannelPipeline pipeline, ByteBufAllocator pool, BooleanSupplier isOpen) {
      for (int turn = 0; turn < BATCHES_A_TURN && isOpen.getAsBoolean(); turn++) {
        int received =
            calls.receiveMany(fd, batch.from(0), PacketChannel.BATCH, LinuxCalls.MSG_DONTWAIT);
        if (received < 0) {
          return -received;
        }
        for (int i = 0; i < received && isOpen.getAsBoolean(); i++) {
          if (batch.isOutgoing(i)) {
            batch.rearm(i);
          } else {
            batch.readNotes(i);
            ReceivedFrame frame =
                SocketReceiver.frame(pool, batch.frame(i), batch.tag(), batch.stampNs());
            batch.rearm(i);
            pipeline.fireChannelRead(frame);
          }
        }
        if (received < PacketChannel.BATCH) {
          return 0;
        }
      }
      return 0;
    }
  }

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
          SocketReceiver.tag(
              status,
              memory.get(JAVA_SHORT, slot + TCI_AT),
              memory.get(JAVA_SHORT, slot + TPID_AT));
      return SocketReceiver.frame(pool, bytes, tag, stampNs);
    }
  }
}
