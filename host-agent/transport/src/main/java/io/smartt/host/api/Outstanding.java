package io.smartt.host.api;

import java.util.concurrent.atomic.AtomicLong;

/** Bytes of messages accepted and not delivered, against a limit. For any thread. */
final class Outstanding {
  private final long limitBytes;
  private final AtomicLong bytes = new AtomicLong();

  Outstanding(long limitBytes) {
    this.limitBytes = limitBytes;
  }

  /** Takes so many if they fit, or if there are none. */
  boolean reserve(long more) {
    long before;
    do {
      before = bytes.get();
      if (before > 0 && before + more > limitBytes) {
        return false;
      }
    } while (!bytes.compareAndSet(before, before + more));
    return true;
  }

  void release(long fewer) {
    bytes.addAndGet(-fewer);
  }
}
