package io.smartt.experiment.report;

import module java.base;

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
   * running time, and if so stops, writes its run folder with {@link
   * RunResult.RunStatus#INTERRUPTED} and returns.
   */
  default boolean interrupted() {
    return false;
  }

  /**
   * The progress of a run.
   *
   * @param timePs experiment time, picoseconds
   * @param bytesDelivered payload placed by receivers so far
   * @param bytesTotal payload of the whole workload
   * @param flowsFinished flows whose last ACK arrived
   * @param flowsTotal flows of the workload
   */
  record Progress(
      long timePs, long bytesDelivered, long bytesTotal, int flowsFinished, int flowsTotal) {}

  /** The user asked to stop before there was anything to report. */
  final class RunInterruptedException extends RuntimeException {
    /**
     * Creates the exception of a run that was asked to stop.
     *
     * @param before what would have come next
     */
    public RunInterruptedException(String before) {
      super("interrupted before " + before);
    }
  }

  /**
   * A run while its traffic is carried, for a monitor that shows it. Each method is for the thread
   * that calls {@link RunMonitor#progress}, within that call.
   */
  interface RunUnderWay {
    /**
     * Returns what has been counted so far, with status {@link RunResult.RunStatus#RUNNING} and
     * without samples. May cost as much as the end of a run does.
     */
    RunResult counted();

    /**
     * Reads each recorder while nothing records in it, on a thread that may. The order of the
     * recorders is always the same.
     */
    void readSamples(Consumer<SampleRecorder> reader);

    /** Events of virtual time that have happened; empty in real time. */
    OptionalLong events();
  }

  /** Forwards every call to another monitor; subclasses change some of them. */
  class ForwardingMonitor implements RunMonitor {
    private final RunMonitor target;

    /**
     * @param target the monitor that receives the calls
     */
    protected ForwardingMonitor(RunMonitor target) {
      this.target = target;
    }

    @Override
    public void stage(String what) {
      target.stage(what);
    }

    @Override
    public void began(RunFolder folder) {
      target.began(folder);
    }

    @Override
    public void running(RunUnderWay run) {
      target.running(run);
    }

    @Override
    public void ended(RunResult result) {
      target.ended(result);
    }

    @Override
    public void progress(Progress progress) {
      target.progress(progress);
    }

    @Override
    public boolean interrupted() {
      return target.interrupted();
    }
  }

  /** Ends a run of which no more is wanted, as if the user had asked to stop. */
  final class UntilOver extends ForwardingMonitor {
    private final BooleanSupplier isOver;

    /**
     * @param target who watches, and may ask to stop too
     * @param isOver whether no more is wanted
     */
    public UntilOver(RunMonitor target, BooleanSupplier isOver) {
      super(target);
      this.isOver = isOver;
    }

    @Override
    public boolean interrupted() {
      return isOver.getAsBoolean() || super.interrupted();
    }
  }
}
