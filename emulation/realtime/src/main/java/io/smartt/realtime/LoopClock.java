package io.smartt.realtime;

import module java.base;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import io.smartt.experiment.traffic.Traffic.FlowClock;
import org.jspecify.annotations.Nullable;

/**
 * Real time, on an event loop.
 *
 * @param leadPs how much earlier than asked for its timers fire; they still pass the time that was
 *     asked for
 */
public record LoopClock(EventLoop loop, LongSupplier nowPs, long leadPs) implements FlowClock {
  private static final long PS_PER_NS = 1_000;

  /** A clock for hosts on the loop: timers fire on time. */
  public static LoopClock punctual(EventLoop loop, LongSupplier nowPs) {
    return new LoopClock(loop, nowPs, 0);
  }

  /** A clock for remote hosts: timers fire early, so that an order arrives before its time. */
  static LoopClock early(EventLoop loop, LongSupplier nowPs) {
    return new LoopClock(loop, nowPs, TimeUnit.MILLISECONDS.toNanos(500) * PS_PER_NS);
  }

  @Override
  public Timer timer(LongConsumer onRing) {
    return new Timer() {
      private @Nullable Future<?> pending;
      private long pendingPs;

      @Override
      public void at(long timePs) {
        if (pending != null) {
          if (pendingPs <= timePs) {
            return;
          }
          pending.cancel(false);
        }
        pendingPs = timePs;
        long waitNs = Math.max(0, (timePs - leadPs - nowPs.getAsLong()) / PS_PER_NS);
        pending = loop.schedule(this::ring, waitNs, TimeUnit.NANOSECONDS);
      }

      @Override
      public void now() {
        at(Math.max(0, nowPs.getAsLong()));
      }

      private void ring() {
        pending = null;
        onRing.accept(leadPs > 0 ? pendingPs : Math.max(pendingPs, nowPs.getAsLong()));
      }
    };
  }
}
