package io.smartt.realtime.netns;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.host.packetio.KernelClock;

/**
 * The script of what is to happen at its time and what arrives meanwhile, on one thread in real
 * time: other threads hand arrivals over.
 */
final class RealTimeScript {
  private static final long PS_PER_NS = 1_000;
  private static final long PS_PER_S = 1_000_000_000_000L;
  private static final long QUIET_PS = 7 * PS_PER_S / 10;
  private static final long LIMIT_PS = 60 * PS_PER_S;

  private final KernelClock clock = new KernelClock();
  private final BlockingQueue<Runnable> arrivals = new LinkedBlockingQueue<>();
  private final PriorityQueue<ScriptEvent> events =
      new PriorityQueue<>(
          Comparator.comparingLong(ScriptEvent::timePs).thenComparingLong(ScriptEvent::order));
  private long asked;

  private record ScriptEvent(long timePs, long order, Runnable what) {}

  long nowPs() {
    return clock.nowPs();
  }

  void at(long timePs, Runnable what) {
    events.add(new ScriptEvent(timePs, asked++, what));
  }

  /** Something has arrived; any thread may say so. What it does happens on the script's thread. */
  void arrived(Runnable what) {
    arrivals.add(what);
  }

  /** Waits until nothing is left to happen and nothing has arrived for a while, or for a minute. */
  void rest() {
    long endPs = clock.nowPs() + LIMIT_PS;
    long quietPs = clock.nowPs() + QUIET_PS;
    while (clock.nowPs() < endPs && (!events.isEmpty() || clock.nowPs() < quietPs)) {
      ScriptEvent next = events.peek();
      if (next != null && next.timePs() <= clock.nowPs()) {
        events.remove().what().run();
        quietPs = clock.nowPs() + QUIET_PS;
      } else if (takeUntil(next == null ? quietPs : next.timePs())) {
        quietPs = clock.nowPs() + QUIET_PS;
      }
    }
  }

  /** Takes what arrives in this much time. */
  void pass(long timePs) {
    long endPs = clock.nowPs() + timePs;
    while (takeUntil(endPs)) {
      // Ends when nothing comes in this time.
    }
  }

  /** Takes what arrives first. Returns false where nothing did before this time. */
  private boolean takeUntil(long timePs) {
    try {
      long waitNs = Math.max(0, (timePs - clock.nowPs()) / PS_PER_NS);
      Runnable arrival = arrivals.poll(waitNs, TimeUnit.NANOSECONDS);
      if (arrival == null) {
        return false;
      }
      arrival.run();
      return true;
    } catch (InterruptedException e) {
      throw RunFailedException.interrupted("packets were waited for", e);
    }
  }
}
