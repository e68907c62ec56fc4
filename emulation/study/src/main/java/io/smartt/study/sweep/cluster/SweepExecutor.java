package io.smartt.study.sweep.cluster;

import module java.base;

/** The site where runs of a sweep are done: machines of a lab, a batch system. */
public interface SweepExecutor {
  /**
   * Starts what finishes some planned runs.
   *
   * @param runs names of their folders
   * @throws io.smartt.base.failure.RunFailedException if it cannot be started
   */
  void start(List<String> runs);

  /**
   * Waits for its end.
   *
   * @return whether it ended within this time, with or without results
   */
  boolean await(Duration time) throws InterruptedException;

  /** Stops what is under way, after the user asked to. */
  void cancel();

  /** Returns what went wrong, and where to read more. */
  String trouble();
}
