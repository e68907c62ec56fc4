package io.smartt.emulation.fabric.testbed;

import io.smartt.emulation.experiment.ExperimentSpec;
import io.smartt.emulation.report.RunMonitor;
import io.smartt.emulation.topology.Topology;

/** Reaches the real switches and servers of the physical fabric. */
public interface Testbed {
  /**
   * Finds what a profile lacks, before anything is reached or written.
   *
   * @throws io.smartt.emulation.input.UserInputException in one line
   */
  void require(ExperimentSpec spec);

  /**
   * Reaches hosts and switches, and makes sure that both are as the experiment wants them.
   *
   * @param topology without the links that the workload declares as failed
   * @throws io.smartt.emulation.failure.RunFailedException naming what cannot be reached; nothing
   *     is held then
   */
  TestbedSession open(ExperimentSpec spec, Topology topology, RunMonitor monitor);
}
