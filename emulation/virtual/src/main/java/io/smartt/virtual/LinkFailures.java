package io.smartt.virtual;

import io.smartt.experiment.report.RunEvents;
import io.smartt.experiment.run.FailureTimeline;
import io.smartt.virtual.simulation.Simulation;

/** The failures of a virtual fabric's links, which fail and recover when their time comes. */
final class LinkFailures {
  private LinkFailures() {}

  /**
   * Schedules failures on a network that stands, for the time of one run. Links on which one holds
   * when the run ends are as before again.
   *
   * @param clock of the run
   * @param events gets each when it happens
   * @return what ends them
   */
  static Runnable during(
      FailureTimeline timeline, ScheduleClock clock, VirtualFabric fabric, RunEvents events) {
    new Standing(timeline, clock, fabric, events).next();
    return () -> timeline.end(fabric::set);
  }

  private record Standing(
      FailureTimeline timeline, ScheduleClock clock, VirtualFabric fabric, RunEvents events) {
    void next() {
      long atPs = timeline.nextPs();
      if (atPs != Long.MAX_VALUE) {
        clock
            .agenda()
            .at(
                clock.basePs() + atPs,
                () -> {
                  timeline.apply(clock.nowPs(), fabric::set, events);
                  next();
                });
      }
    }
  }

  /**
   * Schedules them all.
   *
   * @param events gets each when it happens
   */
  static void schedule(
      FailureTimeline timeline, Simulation simulation, VirtualFabric fabric, RunEvents events) {
    long atPs = timeline.nextPs();
    if (atPs != Long.MAX_VALUE) {
      simulation.at(
          atPs,
          () -> {
            timeline.apply(atPs, fabric::set, events);
            schedule(timeline, simulation, fabric, events);
          });
    }
  }
}
