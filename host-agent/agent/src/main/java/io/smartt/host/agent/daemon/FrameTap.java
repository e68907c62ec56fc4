package io.smartt.host.agent.daemon;

import com.google.protobuf.ByteString;
import io.grpc.stub.ServerCallStreamObserver;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.EventLoop;
import io.smartt.host.agent.v1.CapturedFrame;
import io.smartt.host.agent.v1.CapturedFrames;
import io.smartt.host.packetio.KernelClock;
import io.smartt.host.packetio.ReceivedFrame;

/**
 * Copies the heads of a shard's frames to callers who capture; does nothing while nobody does. For
 * the shard's event loop.
 */
final class FrameTap extends ChannelDuplexHandler {
  private static final int MOST_WAITING = 8_192;

  private final KernelClock clock;
  private final Captures captures;
  private CapturedFrames.Builder waiting = CapturedFrames.newBuilder();
  private long lostFrames;

  FrameTap(KernelClock clock, Captures captures) {
    this.clock = clock;
    this.captures = captures;
  }

  /** Hands on what has been copied, once somebody has read what there was. */
  void flush() {
    if (captures.anyReady() || !captures.isOn()) {
      handOn();
    }
  }

  /** Hands on all that has been copied. */
  void handOn() {
    if (waiting.getFramesCount() > 0) {
      captures.take(waiting.setLostFrames(lostFrames).build());
      waiting = CapturedFrames.newBuilder();
      lostFrames = 0;
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (captures.isOn()) {
      ReceivedFrame frame = (ReceivedFrame) message;
      copy(frame.content(), clock.stampPs(frame.stampNs()), false);
    }
    context.fireChannelRead(message);
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    if (captures.isOn()) {
      copy((ByteBuf) message, clock.nowPs(), true);
    }
    var _ = context.write(message, promise);
  }

  private void copy(ByteBuf frame, long timePs, boolean outbound) {
    if (waiting.getFramesCount() == MOST_WAITING) {
      lostFrames++;
      return;
    }
    int length = frame.readableBytes();
    byte[] head = new byte[Math.min(length, captures.snapBytes())];
    frame.getBytes(frame.readerIndex(), head);
    waiting.addFrames(
        CapturedFrame.newBuilder()
            .setTimePs(timePs)
            .setOutbound(outbound)
            .setWireBytes(length)
            .setHead(ByteString.copyFrom(head)));
  }

  /**
   * The callers that capture, of all shards. For the loop of the first shard but where it says
   * otherwise.
   */
  static final class Captures {
    private static final int STANDARD_SNAP_BYTES = 256;

    private final EventLoop loop;
    private final Reports.Watchers<CapturedFrames> callers = new Reports.Watchers<>();
    private volatile int snapBytes = STANDARD_SNAP_BYTES;

    Captures(EventLoop loop) {
      this.loop = loop;
    }

    /** Turns capture on; one length of heads serves all callers, the last one's. */
    void begin(ServerCallStreamObserver<CapturedFrames> call, int wantedBytes) {
      snapBytes = wantedBytes == 0 ? STANDARD_SNAP_BYTES : wantedBytes;
      callers.add(call);
    }

    void end(ServerCallStreamObserver<CapturedFrames> call) {
      callers.remove(call);
    }

    /** Bytes that are kept of a frame, for any thread. */
    int snapBytes() {
      return snapBytes;
    }

    /** Returns whether somebody captures, for any thread. */
    boolean isOn() {
      return callers.size() > 0;
    }

    /** Returns whether somebody has read what there was, for any thread. */
    boolean anyReady() {
      return callers.anyReady();
    }

    /** Takes what a shard has copied, from its thread. */
    void take(CapturedFrames frames) {
      if (loop.inEventLoop()) {
        callers.tell(frames);
      } else {
        loop.execute(() -> callers.tell(frames));
      }
    }

    void complete() {
      callers.complete();
    }
  }
}
