package io.smartt.bench.raw;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.smartt.host.packetio.PacketChannel;

/** Sends one frame again and again, at a rate or as fast as it goes, by a {@link PacketChannel}. */
final class Sender {
  private static final int BATCH = 32;

  private final PacketChannel channel;
  private final EventLoop loop;
  private final ByteBuf frame;

  // What is volatile is written by the benchmark's thread; the rest is the loop's thread's alone.
  private volatile double framesPerNs;
  private volatile boolean stopped = true;
  private long startNs;
  private long sentSinceStart;

  Sender(PacketChannel channel, EventLoop loop, ByteBuf frame) {
    this.channel = channel;
    this.loop = loop;
    this.frame = frame;
    channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(BATCH << 13, BATCH << 14));
    channel.config().setAutoRead(false);
    loop.register(channel).syncUninterruptibly();
  }

  /** Begins to send. */
  void start(double framesPerSecond) {
    framesPerNs = framesPerSecond / 1e9;
    stopped = false;
    loop.execute(() -> {
      startNs = System.nanoTime();
      sentSinceStart = 0;
      turn();
    });
  }

  private void turn() {
    if (stopped) {
      return;
    }
    double due = (System.nanoTime() - startNs) * framesPerNs - sentSinceStart;
    int now = (int) Math.min(BATCH, due);
    for (int i = 0; i < now && channel.isWritable(); i++) {
      TestFrames.stamp(frame);
      var _ = channel.write(frame.retainedDuplicate(), channel.voidPromise());
      sentSinceStart++;
    }
    channel.flush();
    loop.execute(this::turn);
  }

  /** Ends, when what was begun has left. */
  void stop() {
    stopped = true;
    loop.submit(() -> {}).syncUninterruptibly();
  }

  void close() {
    stop();
    channel.close().syncUninterruptibly();
  }
}
