package io.smartt.emulation.cli.run;

import module java.base;

import io.smartt.emulation.cli.progress.ProgressLine.ProgressBar;
import io.smartt.emulation.cli.progress.ProgressLine.TerminalLine;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.study.sweep.FinishedRun;
import io.smartt.study.sweep.SweepRunner.SweepMonitor;
import io.smartt.switchd.console.Console;

/**
 * Shows how far a sweep is and how long it will take: on a terminal a bar that is written over, at
 * most ten times a second; elsewhere a line a run. The time left supposes that the rest goes as
 * fast as what this process has done so far.
 */
final class SweepProgress implements SweepMonitor {
  private static final int WIDTH = 30;

  private final Console console;
  private final LongSupplier clockNs;
  private final BooleanSupplier interrupted;
  private final UnaryOperator<RunMonitor> shown;
  private final long startNs;
  private final TerminalLine line;

  SweepProgress(Console console, LongSupplier clockNs, BooleanSupplier interrupted) {
    this(console, clockNs, interrupted, UnaryOperator.identity());
  }

  /**
   * @param shown has a run shown, in front of its own monitor
   */
  SweepProgress(
      Console console,
      LongSupplier clockNs,
      BooleanSupplier interrupted,
      UnaryOperator<RunMonitor> shown) {
    this.shown = shown;
    this.console = console;
    this.clockNs = clockNs;
    this.interrupted = interrupted;
    this.startNs = clockNs.getAsLong();
    line = new TerminalLine(console, clockNs);
  }

  @Override
  public void progress(State state) {
    line.update(() -> bar(state) + " " + describe(state));
  }

  @Override
  public void finished(FinishedRun run, State state) {
    if (console.errIsTerminal()) {
      progress(state);
    } else {
      String point =
          run.point().entrySet().stream()
              .map(value -> " " + value.getKey() + "=" + value.getValue())
              .collect(Collectors.joining());
      console.err().println("smartt: " + describe(state) + ";" + point + " " + run.status());
    }
  }

  @Override
  public RunMonitor watching(RunMonitor own) {
    return shown.apply(own);
  }

  @Override
  public boolean interrupted() {
    return interrupted.getAsBoolean();
  }

  /** Runs something of which this is the progress, and removes the bar. */
  <R> R during(Supplier<R> work) {
    try {
      return work.get();
    } finally {
      clear();
    }
  }

  /** Removes the bar, before anything else is written to the terminal. */
  void clear() {
    line.clear();
  }

  private static String bar(State state) {
    double part = state.total() == 0 ? 1 : (state.done() + state.running()) / state.total();
    return ProgressBar.of(part, WIDTH);
  }

  private String describe(State state) {
    String earlier = state.earlier() == 0 ? "" : " (" + state.earlier() + " earlier)";
    return String.format(
        Locale.ROOT,
        "%d of %d runs%s%s",
        state.done(),
        state.total(),
        earlier,
        state.done() == state.total() ? "" : ", " + timeLeft(state));
  }

  private String timeLeft(State state) {
    double own = state.done() - state.earlier() + state.running();
    double rest = state.total() - state.done() - state.running();
    return ProgressBar.left(clockNs.getAsLong() - startNs, own, rest);
  }
}
