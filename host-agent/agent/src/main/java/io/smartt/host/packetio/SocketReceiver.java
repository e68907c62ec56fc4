package io.smartt.host.packetio;

import module java.base;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelPipeline;

/**
 * The receiving side of a packet socket: each frame is handed to a pipeline as a {@link
 * ReceivedFrame} of pooled bytes, its VLAN tag put back.
 */
sealed interface SocketReceiver permits BatchReceiver, RingReceiver {
  /** TPID and TCI of a frame without a tag. */
  int NO_TAG = 0;

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
    ByteBuf content = pool.heapBuffer(length + Vlan.TAG_BYTES);
    if (tag == NO_TAG || length < Vlan.ADDRESSES_BYTES) {
      return ReceivedFrame.of(content.writeBytes(bytes), stampNs);
    }
    int end = bytes.limit();
    content.writeBytes(bytes.limit(bytes.position() + Vlan.ADDRESSES_BYTES));
    content.writeInt(tag);
    return ReceivedFrame.of(content.writeBytes(bytes.limit(end)), stampNs);
  }
}
