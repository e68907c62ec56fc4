package io.smartt.host.packetio;

import module java.base;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelOutboundBuffer;

/**
 * The sending side of a packet socket: frames copied from a channel's buffer, up to {@link
 * PacketChannel#BATCH} a system call. Allocates nothing per frame.
 */
final class FrameSender {

  private final LinuxCalls calls;
  private final int fd;
  private final FrameBatch batch;
  private final ChannelOutboundBuffer.MessageProcessor filler = this::take;
  private int count;
  private final UnsentFrames unsent = new UnsentFrames();

  FrameSender(Arena arena, LinuxCalls calls, int fd, int maxFrameBytes) {
    this.calls = calls;
    this.fd = fd;
    batch =
        new FrameBatch(
            arena, PacketChannel.BATCH, maxFrameBytes, false, LongUnaryOperator.identity());
  }

  /** Frames that the interface did not take. */
  UnsentFrames unsent() {
    return unsent;
  }

  /**
   * Sends what was flushed. A frame that the interface refuses is counted and costs no other.
   *
   * @return false if the socket is full and frames are left
   */
  boolean send(ChannelOutboundBuffer buffer) {
    while (fill(buffer) > 0) {
      int sent = calls.sendMany(fd, batch.from(0), count, LinuxCalls.MSG_DONTWAIT);
      if (sent > 0) {
        remove(buffer, sent);
      } else if (sent == -Errno.EAGAIN) {
        return false;
      } else if (sent != -Errno.EINTR) {
        lose(buffer, UnsentFrames.UnsentReason.of(-sent, length(buffer)));
      }
    }
    return true;
  }

  private static void remove(ChannelOutboundBuffer buffer, int frames) {
    for (int i = 0; i < frames; i++) {
      buffer.remove();
    }
  }

  private int fill(ChannelOutboundBuffer buffer) {
    while (true) {
      count = 0;
      try {
        buffer.forEachFlushedMessage(filler);
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
      if (count > 0 || buffer.current() == null) {
        return count;
      }
      lose(buffer, UnsentFrames.UnsentReason.TOO_LONG);
    }
  }

  private static int length(ChannelOutboundBuffer buffer) {
    return buffer.current() instanceof ByteBuf frame ? frame.readableBytes() : 0;
  }

  private void lose(ChannelOutboundBuffer buffer, UnsentFrames.UnsentReason reason) {
    unsent.count(reason, length(buffer));
    buffer.remove();
  }

  private boolean take(Object message) {
    if (!batch.put(count, (ByteBuf) message)) {
      return false;
    }
    count++;
    return count < PacketChannel.BATCH;
  }
}
