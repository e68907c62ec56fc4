package io.smartt.host.agent;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.smartt.host.packetio.ReceivedFrame;
import io.smartt.host.transport.NumberShare;
import io.smartt.host.wire.EthernetHeader;
import io.smartt.host.wire.Ipv4Header;
import io.smartt.host.wire.UdpHeader;
import io.smartt.host.wire.Uet;

/**
 * Passes on the frames that carry UET over UDP to one host and drops the others, which are its
 * kernel's. The transport judges what is inside. Allocates nothing.
 */
final class UetFilter extends ChannelInboundHandlerAdapter {
  /** Of the headers that say whose a frame is. */
  private static final int STEERED_BYTES = 12;

  private final int ipv4;
  private final NumberShare share;
  private long frames;

  /**
   * A filter.
   *
   * @param ipv4 the host's address
   * @param share the connections that pass
   */
  UetFilter(int ipv4, NumberShare share) {
    this.ipv4 = ipv4;
    this.share = share;
  }

  /** Frames that came, whether they passed or not. */
  long frames() {
    return frames;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    frames++;
    ReceivedFrame frame = (ReceivedFrame) message;
    ByteBuf bytes = frame.content();
    if (passes(bytes.array(), bytes.arrayOffset() + bytes.readerIndex(), bytes.readableBytes())) {
      context.fireChannelRead(frame);
    } else {
      frame.release();
    }
  }

  private boolean passes(byte[] bytes, int at, int length) {
    int ip = at + EthernetHeader.BYTES;
    if (length < EthernetHeader.BYTES
        || EthernetHeader.etherType(bytes, at) != EthernetHeader.IPV4
        || !Ipv4Header.isWhole(bytes, ip, length - EthernetHeader.BYTES)) {
      return false;
    }
    int udp = ip + Ipv4Header.headerBytes(bytes, ip);
    return Ipv4Header.protocol(bytes, ip) == Ipv4Header.UDP
        && Ipv4Header.destination(bytes, ip) == ipv4
        && udp + UdpHeader.BYTES <= at + length
        && UdpHeader.destinationPort(bytes, udp) == Uet.UDP_PORT
        && isOwn(bytes, at, udp + UdpHeader.BYTES + STEERED_BYTES <= at + length);
  }

  private boolean isOwn(byte[] bytes, int at, boolean whole) {
    return share.count() == 1 || (whole && Steering.of(bytes, at, share.count()) == share.index());
  }
}
