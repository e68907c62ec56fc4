package io.smartt.virtual;

import io.smartt.experiment.report.RunEvents;
import io.smartt.experiment.run.FailureTimeline;
import io.smartt.virtual.simulation.Simulation;

/** The failures of a virtual fabric's links, which fail and recover when their time comes. */
final class LinkFailures {
  private LinkFailures() {}

  /**
   * Schedules them all. Before what happens at its instant, each ends the window under way.
   *
   * @param basePs the instant that their times count from
   * @param events gets each when it happens
   */
  static void schedule(
      FailureTimeline timeline,
      long basePs,
      Simulation simulation,
      VirtualFabric fabric,
      RunEvents events) {
    long atPs = timeline.nextPs();
    if (atPs != Long.MAX_VALUE) {
      simulation.at(
          basePs + atPs,
          () -> {
            timeline.apply(atPs, fabric::set, events);
            schedule(timeline, basePs, simulation, fabric, events);
          });
    }
  }
}
