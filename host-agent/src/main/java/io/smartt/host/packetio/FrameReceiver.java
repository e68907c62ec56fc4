package io.smartt.host.packetio;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelPipeline;
import java.lang.foreign.Arena;
import java.util.function.BooleanSupplier;

/**
 * What a packet socket receives: up to {@link PacketChannel#BATCH} frames a system call, each
 * handed to a pipeline as a {@link ReceivedFrame} of pooled bytes, its VLAN tag put back.
 */
final class FrameReceiver {
  private static final int BATCHES_A_TURN = 4;
  private static final int MSG_DONTWAIT = 0x40;
  private static final int VLAN_TAG_BYTES = 4;
  private static final int ADDRESSES_BYTES = 12;

  private final LinuxCalls calls;
  private final int fd;
  private final FrameBatch batch;

  FrameReceiver(Arena arena, LinuxCalls calls, int fd, int maxFrameBytes) {
    this.calls = calls;
    this.fd = fd;
    batch = new FrameBatch(arena, PacketChannel.BATCH, maxFrameBytes, true);
  }

  /**
   * Hands on what has come, for so many batches at most that others get their turn.
   *
   * @param isOpen whether the channel still is: a handler may close it
   * @return the error number that ended it, or 0
   */
  int receive(ChannelPipeline pipeline, ByteBufAllocator pool, BooleanSupplier isOpen) {
    for (int turn = 0; turn < BATCHES_A_TURN && isOpen.getAsBoolean(); turn++) {
      int received = calls.receiveMany(fd, batch.from(0), PacketChannel.BATCH, MSG_DONTWAIT);
      if (received < 0) {
        return -received;
      }
      for (int i = 0; i < received && isOpen.getAsBoolean(); i++) {
        if (batch.isOutgoing(i)) {
          batch.rearm(i);
        } else {
          batch.readNotes(i);
          ReceivedFrame frame = ReceivedFrame.of(content(pool, i), batch.stampNs());
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

  private ByteBuf content(ByteBufAllocator pool, int index) {
    int length = batch.length(index);
    int tag = batch.tag();
    ByteBuf content = pool.heapBuffer(length + VLAN_TAG_BYTES);
    if (tag == FrameBatch.NO_TAG || length < ADDRESSES_BYTES) {
      return content.writeBytes(batch.frame(index));
    }
    content.writeBytes(batch.frame(index).limit(ADDRESSES_BYTES));
    content.writeInt(tag);
    return content.writeBytes(batch.frame(index).position(ADDRESSES_BYTES));
  }
}
