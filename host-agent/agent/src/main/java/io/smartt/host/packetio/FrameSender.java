package io.smartt.host.packetio;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelOutboundBuffer;
import java.lang.foreign.Arena;
import java.util.function.LongUnaryOperator;

/**
 * The sending side of a packet socket: frames copied from a channel's buffer, up to {@link
 * PacketChannel#BATCH} a system call. Allocates nothing per frame.
 */
final class FrameSender {

  private final PacketAddress address;
  private final LinuxCalls calls;
  private final int fd;
  private final FrameBatch batch;
  private final ChannelOutboundBuffer.MessageProcessor filler = this::take;
  private int count;
  private long unsentFrames;

  FrameSender(Arena arena, LinuxCalls calls, int fd, PacketAddress address, int maxFrameBytes) {
    this.address = address;
    this.calls = calls;
    this.fd = fd;
    batch =
        new FrameBatch(
            arena, PacketChannel.BATCH, maxFrameBytes, false, LongUnaryOperator.identity());
  }

  /** Frames that the interface did not take: its link was down. */
  long unsentFrames() {
    return unsentFrames;
  }

  /**
   * Sends what was flushed.
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
        refused(-sent);
        buffer.remove();
        unsentFrames++;
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
    count = 0;
    try {
      buffer.forEachFlushedMessage(filler);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    if (count == 0 && buffer.current() instanceof ByteBuf tooLong) {
      throw new PacketIoException(
          "interface '%s' takes no frame of %d bytes".formatted(address, tooLong.readableBytes()));
    }
    return count;
  }

  private boolean take(Object message) {
    if (!batch.put(count, (ByteBuf) message)) {
      return false;
    }
    count++;
    return count < PacketChannel.BATCH;
  }

  private void refused(int errno) {
    switch (errno) {
      case Errno.ENETDOWN, Errno.EMSGSIZE, Errno.ENOBUFS -> {}
      default ->
          throw new PacketIoException(
              "interface '%s' takes no more packets: %s".formatted(address, Errno.name(errno)));
    }
  }
}
