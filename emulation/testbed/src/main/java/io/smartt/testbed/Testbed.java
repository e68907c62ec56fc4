package io.smartt.testbed;

import module java.base;

import io.smartt.base.failure.LinkCondition.LinkChange;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.realtime.AttachedHost;
import io.smartt.softswitch.backend.SwitchCounts;

/** Reaches the real switches and servers of the physical fabric. */
public interface Testbed {
  /**
   * Finds what a profile lacks, before anything is reached or written.
   *
   * @throws io.smartt.base.input.UserInputException in one line
   */
  void require(ExperimentSpec spec);

  /**
   * Reaches hosts and switches, and makes sure that both are as the experiment wants them.
   *
   * @param topology without the links that the workload declares as failed
   * @throws io.smartt.base.failure.RunFailedException naming what cannot be reached; nothing is
   *     held then
   */
  TestbedSession open(ExperimentSpec spec, Topology topology, RunMonitor monitor);

  /** A testbed that is ready for an experiment, until closed. */
  interface TestbedSession extends AutoCloseable {
    /** Returns the hosts by index of the topology's hosts. */
    List<AttachedHost> hosts();

    /** Returns what switches have counted since they began to. */
    SwitchCounts counted();

    /** Returns how late counts are: what happened before is in them only after so long. */
    Duration countsLag();

    /**
     * Changes a link until it is changed again or the session ends.
     *
     * @throws io.smartt.base.input.UserInputException naming the switch that cannot
     * @throws io.smartt.base.failure.RunFailedException naming the switch that did not
     */
    void change(Link link, List<LinkChange> changes);

    /** Leaves switches as they were found, and lets all go. */
    @Override
    void close();
  }
}
