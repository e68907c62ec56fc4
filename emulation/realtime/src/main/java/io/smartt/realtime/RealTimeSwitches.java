package io.smartt.realtime;

import module java.base;

import io.smartt.base.topology.Switch;
import io.smartt.experiment.report.RunEvents;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.SampleRecorder;
import io.smartt.experiment.run.FailureTimeline.LinkSwitch;
import io.smartt.softswitch.backend.SwitchCounts;
import io.smartt.softswitch.backend.SwitchLateness;

/** The programmed switches of a run in real time, in this process or elsewhere. */
public interface RealTimeSwitches extends LinkSwitch {
  /** Begins to count anew, where a run's counts are not the difference of two. */
  default void clearCounters() {}

  /** Starts to record the depth of queues, until {@link #stopSampling}. */
  void startSampling(SampleRecorder samples);

  /** Stops recording. */
  void stopSampling();

  /** Runs a task while no switch records, on the thread that has them record. */
  default void whileNotRecording(Runnable task) {
    // By default they record when they are polled, which the caller does.
    task.run();
  }

  /**
   * Checks the switches, such as for those that ended; called every few milliseconds.
   *
   * @param timePs of the experiment
   * @param events gets what has happened to them
   */
  void poll(long timePs, RunEvents events, RunMonitor monitor);

  /**
   * Returns what can be asked whether it lives: switches that are elsewhere, and what bears them.
   */
  default List<SignOfLife> signs() {
    return List.of();
  }

  /**
   * Returns the frames of a switch that the kernel has refused to send, by port and its reason in
   * words.
   */
  default Map<Integer, Map<String, Long>> refused(Switch sw) {
    return Map.of();
  }

  /** Returns how late each switch was since it began; nothing if they do not measure that. */
  default Map<Switch, SwitchLateness> lateness() {
    return Map.of();
  }

  /** Returns the counters of the run. */
  SwitchCounts counts();

  /** Returns what switches count now, of this run or of all that were before it. */
  default SwitchCounts countsNow() {
    return counts();
  }
}
