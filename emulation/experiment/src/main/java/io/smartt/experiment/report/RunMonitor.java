package io.smartt.experiment.report;

/** The watcher of a run. A runner calls it from the thread that runs the experiment. */
public interface RunMonitor {

  /** Shows nothing and never asks to stop. */
  RunMonitor NONE = new RunMonitor() {};

  /**
   * Hears what is being done before traffic starts, as a short phrase: {@code programming 8
   * switches}.
   */
  default void stage(String what) {}

  /** The run has a folder, which will say how the run ended in every case. */
  default void began(RunFolder folder) {}

  /**
   * The same as {@link #stage}, unless the user asked to stop.
   *
   * @throws RunInterruptedException naming what is not done any more
   */
  default void next(String what) {
    if (interrupted()) {
      throw new RunInterruptedException(what);
    }
    stage(what);
  }

  /** Traffic begins; this is where to look while it is carried. */
  default void running(RunUnderWay run) {}

  /** The run has a result, which is in its folder. */
  default void ended(RunResult result) {}

  /**
   * Hears how far the run is. Call it as often as is convenient; the watcher limits what it shows.
   */
  default void progress(Progress progress) {}

  /**
   * Returns whether the user asked to stop. A runner looks at this at least every 100 ms of its own
   * running time, and if so stops, writes its run folder with {@link RunStatus#INTERRUPTED} and
   * returns.
   */
  default boolean interrupted() {
    return false;
  }
}
