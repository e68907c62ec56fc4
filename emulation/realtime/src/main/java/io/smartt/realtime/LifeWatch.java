package io.smartt.realtime;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.experiment.report.RunEvent;
import io.smartt.experiment.report.RunEvents;
import io.smartt.experiment.report.RunMonitor;

/**
 * Notices what runs and does not answer: a paused container, a stopped process, a starved agent, a
 * tunnel that carries nothing. Each is asked again and again, and none is waited for.
 */
final class LifeWatch {
  /**
   * The time without a known cause that a node may be silent: a new process that shares a core with
   * many may be that slow.
   */
  private static final long PATIENCE_PS = 2_000_000_000_000L;

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
        double tookS = (timePs - sincePs) / PS_PER_S;
        note(
            timePs,
            RunEvent.Kind.NODE_BACK,
            String.format(Locale.ROOT, " answers again after %.1f s", tookS));
      }
      if (answer != Answer.AWAITED) {
        sincePs = silent ? sincePs : timePs;
        answer = Answer.AWAITED;
        executor.execute(this::ask);
      } else if (!silent) {
        // Who is slow may answer yet; who is held will not, and need not be waited for.
        Optional<String> why = why();
        silent = why.isPresent() || timePs - sincePs > PATIENCE_PS;
        if (silent) {
          String known = why.map(": "::concat).orElse("");
          note(sincePs, RunEvent.Kind.NODE_SILENT, " does not answer" + known);
        }
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
        // Who would know does not answer either.
        return Optional.empty();
      }
    }

    private void note(long timePs, RunEvent.Kind kind, String what) {
      events.add(timePs, kind, sign.name() + what, sign.where());
      monitor.stage(sign.name() + what);
    }
  }
}
