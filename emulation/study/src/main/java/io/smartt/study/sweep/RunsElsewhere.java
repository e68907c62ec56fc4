package io.smartt.study.sweep;

import java.util.List;

/** The way to have runs of a sweep done by other machines. */
@FunctionalInterface
public interface RunsElsewhere {
  /**
   * Runs what is not finished in the sweep's folder.
   *
   * @return the finished runs in the order of {@code all}; not all of them if interrupted
   */
  List<FinishedRun> run(List<SweepRun> all, SweepMonitor monitor);
}
