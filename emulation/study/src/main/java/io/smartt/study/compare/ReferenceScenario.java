package io.smartt.study.compare;

import module java.base;

/**
 * A scenario of a reference simulator: its inputs and what it printed, means where the folder has
 * flows of several runs.
 *
 * @param name of the scenario
 * @param matrix file of its connection matrix
 * @param topology file of its topology
 * @param loadBalancer of its senders
 * @param medianUs median completion time, microseconds
 * @param maxUs longest completion time, microseconds
 * @param trims packets trimmed, in the first of the runs
 * @param flows completion times of its flows in each run of the reference that the folder has
 */
public record ReferenceScenario(
    String name,
    Path matrix,
    Path topology,
    String loadBalancer,
    double medianUs,
    double maxUs,
    long trims,
    List<FlowTimes> flows) {
  /** Copies the list. */
  public ReferenceScenario {
    flows = List.copyOf(flows);
  }
}
