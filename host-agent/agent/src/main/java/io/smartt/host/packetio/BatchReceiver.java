package io.smartt.host.packetio;

import module java.base;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelPipeline;

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
