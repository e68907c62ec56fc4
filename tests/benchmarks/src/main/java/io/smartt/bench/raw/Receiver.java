package io.smartt.bench.raw;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.smartt.host.packetio.PacketChannel;
import io.smartt.host.packetio.ReceivedFrame;
import java.util.Arrays;

/** Counts the frames of a {@link PacketChannel} and how long each was on its way. */
final class Receiver extends ChannelInboundHandlerAdapter {
  private static final int KEPT = 1 << 20;

  private final PacketChannel channel;
  private final EventLoop loop;
  private final int frameBytes;
  private final long[] onTheWayNs = new long[KEPT];
  private long count;

  /** Counts frames of one length only, since a kernel may have something to say of its own. */
  Receiver(PacketChannel channel, EventLoop loop, int frameBytes) {
    this.channel = channel;
    this.loop = loop;
    this.frameBytes = frameBytes;
    channel.pipeline().addLast(this);
    loop.register(channel).syncUninterruptibly();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ReceivedFrame frame = (ReceivedFrame) message;
    if (frame.content().readableBytes() == frameBytes) {
      if (count < KEPT) {
        onTheWayNs[(int) count] = frame.stampNs() - TestFrames.stampOf(frame.content());
      }
      count++;
    }
    frame.release();
  }

  /** Frames received so far. */
  long count() {
    return loop.submit(() -> count).syncUninterruptibly().getNow();
  }

  /** Time on the way of the frames after the first so many, in order of length. */
  long[] onTheWayNs(int after) {
    return loop.submit(
            () -> {
              long[] all = Arrays.copyOfRange(onTheWayNs, after, (int) Math.min(count, KEPT));
              Arrays.sort(all);
              return all;
            })
        .syncUninterruptibly()
        .getNow();
  }

  void close() {
    channel.close().syncUninterruptibly();
  }
}
