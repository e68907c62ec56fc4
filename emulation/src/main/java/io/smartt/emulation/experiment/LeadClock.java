package io.smartt.emulation.experiment;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Real time for hosts elsewhere: rings a little early and tells the time that was asked for, so
 * that an order with that time in it is there when it comes.
 */
record LeadClock(EventLoop loop, LongSupplier nowPs) implements StartClock {
  private static final long PS_PER_NS = 1_000;
  private static final long LEAD_NS = TimeUnit.MILLISECONDS.toNanos(500);

  @Override
  public Alarm alarm(LongConsumer onRing) {
    return new Alarm() {
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
        long waitNs = Math.max(0, (timePs - nowPs.getAsLong()) / PS_PER_NS - LEAD_NS);
        pending = loop.schedule(this::ring, waitNs, TimeUnit.NANOSECONDS);
      }

      @Override
      public void now() {
        at(Math.max(0, nowPs.getAsLong()));
      }

      private void ring() {
        pending = null;
        onRing.accept(pendingPs);
      }
    };
  }
}
