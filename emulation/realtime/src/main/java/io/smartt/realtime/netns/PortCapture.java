package io.smartt.realtime.netns;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.smartt.base.trace.CaptureInterface;
import io.smartt.base.trace.CaptureSink;
import io.smartt.base.trace.CaptureSink.Direction;
import io.smartt.host.packetio.KernelClock;
import io.smartt.host.packetio.ReceivedFrame;

/**
 * Writes what a socket receives to a capture, with the kernel's stamp, once for either end of the
 * cable: the kernel stamps a frame while its sender is still sending it, so that one stamp is when
 * it left and when it came.
 */
public final class PortCapture extends ChannelInboundHandlerAdapter {
  /** The bytes of a frame that are kept: every header and the start of the payload. */
  public static final int SNAP_BYTES = 256;

  private final CaptureSink sink;
  private final KernelClock clock;
  private final int here;
  private final int there;

  /**
   * A capture of one port.
   *
   * @param sink shared by all ports, which have threads of their own; it is thread safe
   * @param clock of the experiment
   * @param here the interface number of this end
   */
  public PortCapture(CaptureSink sink, KernelClock clock, int here) {
    this.sink = sink;
    this.clock = clock;
    this.here = here;
    there = CaptureInterface.farEnd(here);
  }

  /** Notes frames of this end that its socket lost. */
  void lost(long frames) {
    sink.lost(here, frames);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ReceivedFrame frame = (ReceivedFrame) message;
    ByteBuf content = frame.content();
    int length = content.readableBytes();
    byte[] head = new byte[Math.min(length, SNAP_BYTES)];
    content.getBytes(content.readerIndex(), head);
    long ps = Math.max(0, clock.stampPs(frame.stampNs()));
    sink.packet(ps, there, Direction.OUTBOUND, head, length);
    sink.packet(ps, here, Direction.INBOUND, head, length);
    context.fireChannelRead(message);
  }
}
