package io.smartt.host.own;

import module java.base;

import org.jspecify.annotations.Nullable;

/** Stops calls of users' algorithms that do not return. */
public final class CallWatch {
  private static final int LOOKS = 4;
  private static final int RESERVE_BYTES = 4 << 20;

  /** The step of a guard that was last seen. */
  private static final class Seen {
    private final CallGuard guard;
    private long step;
    private long sinceNs;

    Seen(CallGuard guard) {
      this.guard = guard;
    }
  }

  private final Duration limit;
  private final LongSupplier nanoTime;
  private final List<Seen> all = new CopyOnWriteArrayList<>();

  // Given up when an algorithm has taken all memory: to say so takes some. A run without a user's
  // algorithm has no guards, and none.
  private final AtomicReference<byte @Nullable []> reserve = new AtomicReference<>();

  /**
   * A watch without guards.
   *
   * @param limit that a call may take
   */
  public CallWatch(Duration limit) {
    this(limit, System::nanoTime);
  }

  /**
   * A watch without guards.
   *
   * @param nanoTime as {@link System#nanoTime}
   */
  public CallWatch(Duration limit, LongSupplier nanoTime) {
    this.limit = limit;
    this.nanoTime = nanoTime;
  }

  /**
   * A guard of a host's calls, which this watches.
   *
   * @param host its address, as the big-endian integer of its four bytes
   */
  public CallGuard guard(int host) {
    if (all.isEmpty()) {
      reserve.set(new byte[RESERVE_BYTES]);
    }
    CallGuard guard = new CallGuard(host, () -> reserve.set(null));
    all.add(new Seen(guard));
    return guard;
  }

  /** Looks again and again, on a thread of its own, until the answer is closed. */
  public Watching start() {
    CountDownLatch closed = new CountDownLatch(1);
    Thread.ofPlatform().name("own-algorithms").daemon().start(() -> watch(closed));
    return closed::countDown;
  }

  /** A watch that goes on until it is closed. */
  @FunctionalInterface
  public interface Watching extends AutoCloseable {
    @Override
    void close();
  }

  private void watch(CountDownLatch closed) {
    try {
      while (!closed.await(limit.toNanos() / LOOKS, TimeUnit.NANOSECONDS)) {
        look();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Stops the calls that have lasted too long. */
  public void look() {
    long now = nanoTime.getAsLong();
    for (Seen seen : all) {
      long step = seen.guard.step();
      if (step != seen.step) {
        seen.step = step;
        seen.sinceNs = now;
      } else if (step % 2 == 1 && now - seen.sinceNs >= limit.toNanos()) {
        seen.guard.stop(step, limit);
      }
    }
  }
}
