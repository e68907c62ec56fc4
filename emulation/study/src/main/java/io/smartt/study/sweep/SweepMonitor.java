package io.smartt.study.sweep;

import io.smartt.experiment.report.RunMonitor;

/** The watcher of a sweep. Called from several threads, one at a time. */
public interface SweepMonitor {
  /**
   * The progress of a sweep.
   *
   * @param done runs that are finished
   * @param earlier how many of them an earlier process finished
   * @param total runs
   * @param running what the runs under way have done, in runs (two half-done ones are 1.0)
   */
  record State(int done, int earlier, int total, double running) {}

  /** Something went on in a run. */
  void progress(State state);

  /** A run ended. */
  void finished(FinishedRun run, State state);

  /** The monitor of one run, in front of the sweep's own. */
  default RunMonitor watching(RunMonitor own) {
    return own;
  }

  /**
   * Returns whether the user asked to stop; runs under way stop then and are run again another
   * time.
   */
  boolean interrupted();
}
