package io.smartt.emulation.compare;

import java.nio.file.Path;
import java.util.Optional;

/**
 * One run of a reference simulator: its inputs and what it printed.
 *
 * @param name of the scenario
 * @param matrix file of its connection matrix
 * @param topology file of its topology
 * @param loadBalancer of its senders
 * @param medianUs median completion time, microseconds
 * @param maxUs longest completion time, microseconds
 * @param trims packets trimmed
 * @param flows completion times of its flows, where the folder has them
 */
public record ReferenceScenario(
    String name,
    Path matrix,
    Path topology,
    String loadBalancer,
    double medianUs,
    double maxUs,
    long trims,
    Optional<FlowTimes> flows) {}
