package io.smartt.emulation.cli.progress;

import module java.base;

import io.smartt.experiment.report.RunFolder;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.host.own.UserCodeFault;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.console.Failures;
import org.jspecify.annotations.Nullable;

/**
 * Turns Ctrl-C (and a termination signal) into a request to stop: the process stays until the run
 * has written its folder, at most {@value #GRACE_SECONDS} seconds. The summary of a run that does
 * not stop by then says so.
 */
public final class Interruption implements AutoCloseable {
  private static final int GRACE_SECONDS = 60;
  private static final int QUIET_SECONDS = 5;

  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread hook = new Thread(this::waitForTheRun, "interruption");
  private volatile boolean requested;
  private volatile @Nullable RunFolder folder;

  private final Optional<Thread> waiting;

  private Interruption(Optional<Thread> waiting) {
    this.waiting = waiting;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Watches until closed. */
  public static Interruption watch() {
    return new Interruption(Optional.empty());
  }

  /**
   * Watches until closed, and interrupts the thread that calls: it waits for a process that a
   * signal to this one does not end.
   */
  public static Interruption ofCaller() {
    return new Interruption(Optional.of(Thread.currentThread()));
  }

  public boolean requested() {
    return requested;
  }

  /** Names the folder of the run that goes on now. */
  public void concerns(RunFolder of) {
    folder = of;
  }

  /** Returns a line of progress whose run ends early once it is requested. */
  public ProgressLine progressOn(Console console) {
    return new ProgressLine(console, System::nanoTime, this::requested, this::concerns);
  }

  /** The run has written and printed all it will. */
  @Override
  public void close() {
    done.countDown();
    if (!requested) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // The process is ending at this very moment; the hook finds the run done.
        requested = true;
      }
    }
  }

  /** A signal does not call this method. */
  private static boolean endsTheProcess(StackTraceElement frame) {
    return frame.getClassName().equals("java.lang.Runtime") && frame.getMethodName().equals("exit");
  }

  /** Code called System.exit: the run may wait for it for ever, and its status may be success. */
  private void failFor(StackTraceElement[] stack) throws InterruptedException {
    Throwable exit = new Throwable("called System.exit, which ends the run as failed");
    exit.setStackTrace(stack);
    String message =
        "an own algorithm, " + UserCodeFault.of(exit).line() + ", " + exit.getMessage();
    System.err.println("smartt: " + message);
    RunFolder of = folder;
    if (!done.await(QUIET_SECONDS, TimeUnit.SECONDS) && of != null) {
      var _ = of.abandon(RunStatus.FAILED, message);
    }
    Runtime.getRuntime().halt(Failures.FAILED);
  }

  private void waitForTheRun() {
    requested = true;
    waiting.ifPresent(Thread::interrupt);
    try {
      for (StackTraceElement[] stack : Thread.getAllStackTraces().values()) {
        if (Arrays.stream(stack).anyMatch(Interruption::endsTheProcess)) {
          failFor(stack);
        }
      }
      if (done.await(QUIET_SECONDS, TimeUnit.SECONDS)) {
        return;
      }
      System.err.println(
          "smartt: stopping, and taking down what the run has built; at most "
              + (GRACE_SECONDS - QUIET_SECONDS)
              + " s more");
      if (!done.await(GRACE_SECONDS - QUIET_SECONDS, TimeUnit.SECONDS)) {
        String message = "the run did not stop in " + GRACE_SECONDS + " s";
        System.err.println("smartt: " + message);
        RunFolder of = folder;
        if (of != null) {
          var _ = of.abandon(RunStatus.INTERRUPTED, message);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
