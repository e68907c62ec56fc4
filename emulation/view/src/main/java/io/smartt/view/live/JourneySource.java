package io.smartt.view.live;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.report.RunMonitor;

/** Runs an experiment again to follow one of its packets. */
@FunctionalInterface
public interface JourneySource {
  /** Refuses every journey. */
  JourneySource NONE =
      (run, wanted, monitor) -> {
        throw new UserInputException("journeys are of runs that leave a folder");
      };

  /**
   * The journey of a packet as JSON; empty if the run has no such packet.
   *
   * @param run folder of the run
   * @param wanted what names the packet: {@code first}, or {@code flow} with {@code psn} or {@code
   *     nth}
   * @param monitor may end it
   * @throws UserInputException if that names no packet, or the run can not be run again
   */
  Optional<String> json(Path run, Map<String, String> wanted, RunMonitor monitor);
}
