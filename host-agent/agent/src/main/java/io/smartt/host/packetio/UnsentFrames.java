package io.smartt.host.packetio;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/** Counts of the frames that an interface did not send, by reason. Any thread may read. */
public final class UnsentFrames {
  private final AtomicLongArray frames = new AtomicLongArray(UnsentReason.values().length);
  private final AtomicLong bytes = new AtomicLong();

  /** None so far. */
  public UnsentFrames() {}

  void count(UnsentReason reason, int frameBytes) {
    bytes.getAndAdd(frameBytes);
    frames.getAndIncrement(reason.ordinal());
  }

  /** Frames lost for this reason. */
  public long frames(UnsentReason reason) {
    return frames.get(reason.ordinal());
  }

  /** Frames lost for any reason. */
  public long frames() {
    long sum = 0;
    for (int i = 0; i < frames.length(); i++) {
      sum += frames.get(i);
    }
    return sum;
  }

  /** Bytes of them all. */
  public long bytes() {
    return bytes.get();
  }
}
