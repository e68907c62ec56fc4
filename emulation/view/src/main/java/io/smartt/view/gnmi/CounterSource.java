package io.smartt.view.gnmi;

import module java.base;

import io.smartt.experiment.report.RunResult;

/** The source of counters. */
@FunctionalInterface
public interface CounterSource {
  /**
   * Asks for a run as it is now; ended, as it was at its end. Does not wait.
   *
   * @param answer is given the run once, on any thread; empty if there is none yet
   */
  void ask(Consumer<Optional<RunResult>> answer);
}
