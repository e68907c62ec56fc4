package io.smartt.study.sweep;

import module java.base;

import io.smartt.experiment.report.RunMonitor;
import org.jspecify.annotations.Nullable;

/**
 * A run on a thread of its own that may take only so long. One that is over its time is asked to
 * stop, then interrupted, then left to itself: in each case it has failed, and the caller goes on.
 */
record LimitedRun(Path folder, Duration limit, Duration grace, BooleanSupplier stopped) {
  /** The time that a run that is asked to stop needs to write its folder. */
  private static final Duration GRACE = Duration.ofSeconds(30);

  /**
   * Makes one.
   *
   * @param folder of the run
   * @param limit that it may take
   * @param stopped whether the user asked to stop; then it has not failed
   */
  static LimitedRun of(Path folder, Duration limit, BooleanSupplier stopped) {
    return new LimitedRun(folder, limit, GRACE, stopped);
  }

  /**
   * Runs it to its end, or until it has to be left.
   *
   * @param body takes the monitor that asks it to stop; what it throws is thrown here
   */
  void run(RunMonitor monitor, Consumer<RunMonitor> body) {
    AtomicBoolean late = new AtomicBoolean();
    AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
    Thread thread =
        Thread.ofPlatform()
            .name("run " + folder.getFileName())
            .daemon()
            .start(() -> {
              try {
                body.accept(new Asking(monitor, late));
              } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
                thrown.set(e);
              }
            });
    try {
      if (!thread.join(limit)) {
        late.set(true);
        if (!thread.join(grace)) {
          thread.interrupt();
          boolean _ = thread.join(grace);
        }
      }
    } catch (InterruptedException e) {
      late.set(true);
      Thread.currentThread().interrupt();
      return;
    }
    if (late.get() && !stopped.getAsBoolean()) {
      FinishedRun.fail(folder, "not done within " + limit.toSeconds() + " s");
      return;
    }
    switch (thrown.get()) {
      case null -> {}
      case OutOfMemoryError _ -> FinishedRun.fail(folder, "took all memory");
      case StackOverflowError _ -> FinishedRun.fail(folder, "took all of the stack");
      case RuntimeException e -> throw e;
      case Throwable e -> throw new IllegalStateException(e);
    }
  }

  /** Asks to stop as soon as the time is over. */
  private static final class Asking extends RunMonitor.ForwardingMonitor {
    private final AtomicBoolean late;

    Asking(RunMonitor monitor, AtomicBoolean late) {
      super(monitor);
      this.late = late;
    }

    @Override
    public boolean interrupted() {
      return late.get() || super.interrupted();
    }
  }
}
