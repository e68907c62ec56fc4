package io.smartt.emulation.experiment;

import io.smartt.controller.target.CompiledProgram;
import io.smartt.emulation.report.RunIdentity;
import io.smartt.emulation.topology.Topology;
import io.smartt.emulation.workload.Workload;

/**
 * An experiment, everything that can be wrong with it found right.
 *
 * @param topology without the links that the workload declares as failed
 * @param programs compiles the switches' programs
 */
record RunInputs(
    ExperimentSpec spec,
    RunIdentity identity,
    Topology topology,
    Workload workload,
    CompiledProgram program,
    HostSetup hosts,
    ProgramCache programs) {}
