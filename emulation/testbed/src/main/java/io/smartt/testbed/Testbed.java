package io.smartt.testbed;

import io.smartt.base.topology.Topology;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.report.RunMonitor;

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
}
