package io.smartt.emulation.fabric.realtime;

import io.smartt.emulation.failure.RunFailedException;
import io.smartt.emulation.report.RunEvent;
import io.smartt.emulation.report.RunEvents;
import io.smartt.emulation.report.RunMonitor;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Notices what runs and does not answer: a paused container, a stopped process, a starved agent, a
 * tunnel that carries nothing. Each is asked for a sign of life again and again, and waits for none
 * of the others.
 */
final class LifeWatch {
  private static final long INTERVAL_MS = 500;

  /** A process that shares a core with many others may be that slow. */
  private static final long PATIENCE_PS = TimeUnit.SECONDS.toNanos(1) * 1000;

  private static final double PS_PER_S = 1e12;

  private final List<Asked> asked;
  private final LongSupplier nowPs;
  private final Executor executor;
  private final RunEvents events;
  private final RunMonitor monitor;

  /**
   * @param nowPs time of the run
   * @param executor of what waits for answers
   */
  LifeWatch(
      List<SignOfLife> signs,
      LongSupplier nowPs,
      Executor executor,
      RunEvents events,
      RunMonitor monitor) {
    asked = signs.stream().map(Asked::new).toList();
    this.nowPs = nowPs;
    this.executor = executor;
    this.events = events;
    this.monitor = monitor;
  }

  /** Starts to look on a thread of its own, which an interrupt ends. */
  static Thread start(
      List<SignOfLife> signs, LongSupplier nowPs, RunEvents events, RunMonitor monitor) {
    LifeWatch watch =
        new LifeWatch(signs, nowPs, task -> Thread.ofVirtual().start(task), events, monitor);
    return Thread.ofVirtual().start(watch::lookOn);
  }

  private void lookOn() {
    try {
      while (!asked.isEmpty()) {
        look();
        TimeUnit.MILLISECONDS.sleep(INTERVAL_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Takes the answers that have come and asks again. */
  void look() {
    asked.forEach(Asked::look);
  }

  private enum Answer {
    AWAITED,
    CAME,
    GONE
  }

  private final class Asked {
    private final SignOfLife sign;
    private volatile Answer answer = Answer.CAME;
    private long sincePs;
    private boolean silent;

    Asked(SignOfLife sign) {
      this.sign = sign;
    }

    void look() {
      long timePs = nowPs.getAsLong();
      if (answer == Answer.CAME && silent) {
        silent = false;
        note(timePs, RunEvent.Kind.NODE_BACK, " answers again after %.1f s", timePs - sincePs);
      }
      if (answer != Answer.AWAITED) {
        sincePs = silent ? sincePs : timePs;
        answer = Answer.AWAITED;
        executor.execute(this::ask);
      } else if (!silent && timePs - sincePs > PATIENCE_PS) {
        silent = true;
        note(
            sincePs,
            RunEvent.Kind.NODE_SILENT,
            " does not answer" + why().map(": "::concat).orElse(""),
            0);
      }
    }

    private void ask() {
      try {
        sign.ask().run();
        answer = Answer.CAME;
      } catch (RuntimeException e) {
        answer = Answer.GONE;
      }
    }

    private Optional<String> why() {
      try {
        return sign.why().get();
      } catch (RunFailedException e) {
        return Optional.of(String.valueOf(e.getMessage()));
      }
    }

    private void note(long timePs, RunEvent.Kind kind, String what, long tookPs) {
      String told = sign.name() + String.format(Locale.ROOT, what, tookPs / PS_PER_S);
      events.add(timePs, kind, told, sign.where());
      monitor.stage(told);
    }
  }
}
