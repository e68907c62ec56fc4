package io.smartt.host.agent.daemon;

import io.grpc.stub.ServerCallStreamObserver;
import io.netty.channel.EventLoop;
import io.smartt.host.agent.v1.CapturedFrames;

/**
 * The callers that capture, of all shards. For the loop of the first shard but where it says
 * otherwise.
 */
final class Captures {
  private static final int STANDARD_SNAP_BYTES = 256;

  private final EventLoop loop;
  private final Reports.Watchers<CapturedFrames> callers = new Reports.Watchers<>();
  private final long[] lostFrames;
  private volatile int snapBytes = STANDARD_SNAP_BYTES;

  Captures(EventLoop loop, int shards) {
    this.loop = loop;
    lostFrames = new long[shards];
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
  void take(int shard, CapturedFrames frames) {
    if (loop.inEventLoop()) {
      tell(shard, frames);
    } else {
      loop.execute(() -> tell(shard, frames));
    }
  }

  private void tell(int shard, CapturedFrames frames) {
    lostFrames[shard] = frames.getLostFrames();
    long lost = 0;
    for (long one : lostFrames) {
      lost += one;
    }
    callers.tell(frames.toBuilder().setLostFrames(lost).build());
  }

  void complete() {
    callers.complete();
  }
}
