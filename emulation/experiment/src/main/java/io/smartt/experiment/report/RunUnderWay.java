package io.smartt.experiment.report;

import module java.base;

/**
 * A run while its traffic is carried, for a monitor that shows it. Each method is for the thread
 * that calls {@link RunMonitor#progress}, within that call.
 */
public interface RunUnderWay {
  /**
   * Returns what has been counted so far, with status {@link RunStatus#RUNNING} and without
   * samples. May cost as much as the end of a run does.
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
