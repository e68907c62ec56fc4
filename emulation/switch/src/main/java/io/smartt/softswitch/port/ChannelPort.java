package io.smartt.softswitch.port;

import module java.base;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.smartt.base.concurrent.SeldomLines;
import io.smartt.host.packetio.KernelClock;
import io.smartt.host.packetio.PacketChannel;
import io.smartt.host.packetio.ReceivedFrame;
import io.smartt.host.packetio.UnsentFrames;
import io.smartt.p4.pipeline.Packet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A port on a Linux interface by a Netty channel, without a thread of its own: for switches on the
 * channel's event loop. Allocates nothing per frame but from pools.
 */
public final class ChannelPort implements SwitchPort {
  private static final Logger LOG = LoggerFactory.getLogger(ChannelPort.class);
  private static final WriteBufferWaterMark WATER = new WriteBufferWaterMark(4 << 20, 8 << 20);

  private static final long LOG_EVERY_NS = TimeUnit.SECONDS.toNanos(10);

  private final SeldomLines complaints = new SeldomLines(LOG_EVERY_NS);
  private final PacketChannel channel;
  private final EventLoop loop;
  private final KernelClock clock;
  private final List<ChannelHandler> watchers;

  /**
   * A port that begins to receive when it is started.
   *
   * @param channel the interface; closed with the port
   * @param watchers see every received frame first, and pass it on
   */
  public ChannelPort(
      PacketChannel channel, EventLoop loop, KernelClock clock, List<ChannelHandler> watchers) {
    this.channel = channel;
    this.loop = loop;
    this.clock = clock;
    this.watchers = List.copyOf(watchers);
  }

  @Override
  public String attachment() {
    return String.valueOf(channel.localAddress());
  }

  @Override
  public void start(SwitchPort.FrameReceiver receiver) {
    channel.config().setWriteBufferWaterMark(WATER);
    watchers.forEach(channel.pipeline()::addLast);
    channel.pipeline().addLast(new Reception(receiver));
    loop.register(channel).syncUninterruptibly();
  }

  @Override
  public boolean send(Packet frame) {
    if (!channel.isOpen() || !channel.isWritable()) {
      return false;
    }
    int length = frame.length();
    ByteBuf bytes = channel.alloc().heapBuffer(length);
    bytes.writeBytes(frame.bytes(), 0, frame.headLength());
    bytes.writeZero(length - frame.headLength());
    var _ = channel.write(bytes, channel.voidPromise());
    return true;
  }

  @Override
  public void push() {
    channel.flush();
  }

  @Override
  public boolean isUp() {
    return channel.isUp();
  }

  @Override
  public long lostFrames() {
    return channel.lostFrames();
  }

  @Override
  public Optional<UnsentFrames> unsent() {
    return Optional.of(channel.unsent());
  }

  @Override
  public void close() {
    if (channel.isRegistered()) {
      channel.close().syncUninterruptibly();
    } else {
      // A port that was never started; its channel has no loop to close it.
      channel.unsafe().closeForcibly();
    }
  }

  private final class Reception extends ChannelInboundHandlerAdapter {
    private final SwitchPort.FrameReceiver receiver;

    Reception(SwitchPort.FrameReceiver receiver) {
      this.receiver = receiver;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ReceivedFrame frame = (ReceivedFrame) message;
      try {
        ByteBuf bytes = frame.content();
        receiver.received(
            bytes.array(),
            bytes.arrayOffset() + bytes.readerIndex(),
            bytes.readableBytes(),
            clock.stampPs(frame.stampNs()));
      } finally {
        frame.release();
      }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      receiver.pause();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      // Of what waits when the port closes each frame would say that it is lost.
      if (context.channel().isOpen()) {
        complaints
            .next("", System.nanoTime())
            .ifPresent(more ->
                LOG.warn(
                    "{}{}",
                    cause.getMessage(),
                    more == 0 ? "" : "; %,d times more".formatted(more)));
      }
    }
  }
}
