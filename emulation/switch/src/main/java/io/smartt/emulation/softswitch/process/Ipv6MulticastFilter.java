package io.smartt.emulation.softswitch.process;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.smartt.host.packetio.ReceivedFrame;

/**
 * Drops frames to an IPv6 multicast address (33:33:..., RFC 2464, section 7) and passes on the
 * others. On a container's link these are what the kernels at its ends say of themselves: router
 * solicitations and listener reports of bridges, which no experiment sent. Allocates nothing.
 */
final class Ipv6MulticastFilter extends ChannelInboundHandlerAdapter {
  private static final int PREFIX = 0x3333;
  private static final int PREFIX_BYTES = 2;

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ReceivedFrame frame = (ReceivedFrame) message;
    ByteBuf bytes = frame.content();
    if (bytes.readableBytes() >= PREFIX_BYTES
        && bytes.getUnsignedShort(bytes.readerIndex()) == PREFIX) {
      frame.release();
    } else {
      context.fireChannelRead(frame);
    }
  }
}
