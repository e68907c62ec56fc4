package io.smartt.host.agent.daemon;

import com.google.protobuf.ByteString;
import io.grpc.stub.ServerCallStreamObserver;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.smartt.agent.v1.CapturedFrame;
import io.smartt.agent.v1.CapturedFrames;
import io.smartt.host.packetio.KernelClock;
import io.smartt.host.packetio.ReceivedFrame;

/**
 * Copies the heads of frames that pass to callers who capture; does nothing while nobody does. For
 * the event loop.
 */
final class FrameTap extends ChannelDuplexHandler {
  private static final int STANDARD_SNAP_BYTES = 256;
  private static final int MOST_WAITING = 8_192;

  private final KernelClock clock;
  private final Watchers<CapturedFrames> callers = new Watchers<>();
  private CapturedFrames.Builder waiting = CapturedFrames.newBuilder();
  private int snapBytes = STANDARD_SNAP_BYTES;
  private long lostFrames;

  FrameTap(KernelClock clock) {
    this.clock = clock;
  }

  /** Turns capture on; one length of heads serves all callers, the last one's. */
  void begin(ServerCallStreamObserver<CapturedFrames> call, int wantedBytes) {
    snapBytes = wantedBytes == 0 ? STANDARD_SNAP_BYTES : wantedBytes;
    callers.add(call);
  }

  void end(ServerCallStreamObserver<CapturedFrames> call) {
    callers.remove(call);
  }

  /** Hands on what has been copied. */
  void flush() {
    if (waiting.getFramesCount() > 0) {
      callers.tell(waiting.setLostFrames(lostFrames).build());
      waiting = CapturedFrames.newBuilder();
    }
  }

  void complete() {
    flush();
    callers.complete();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (!callers.isEmpty()) {
      ReceivedFrame frame = (ReceivedFrame) message;
      copy(frame.content(), clock.stampPs(frame.stampNs()), false);
    }
    context.fireChannelRead(message);
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    if (!callers.isEmpty()) {
      copy((ByteBuf) message, clock.nowPs(), true);
    }
    var _ = context.write(message, promise);
  }

  private void copy(ByteBuf frame, long timePs, boolean outbound) {
    if (waiting.getFramesCount() == MOST_WAITING || !callers.anyReady()) {
      lostFrames++;
      return;
    }
    int length = frame.readableBytes();
    byte[] head = new byte[Math.min(length, snapBytes)];
    frame.getBytes(frame.readerIndex(), head);
    waiting.addFrames(
        CapturedFrame.newBuilder()
            .setTimePs(timePs)
            .setOutbound(outbound)
            .setWireBytes(length)
            .setHead(ByteString.copyFrom(head)));
  }
}
