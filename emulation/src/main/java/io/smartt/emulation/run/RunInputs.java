package io.smartt.emulation.run;

import io.smartt.controller.target.PipelineConfig;
import io.smartt.emulation.experiment.ExperimentSpec;
import io.smartt.emulation.experiment.HostSetup;
import io.smartt.emulation.experiment.ProgramCache;
import io.smartt.emulation.report.RunIdentity;
import io.smartt.emulation.topology.Topology;
import io.smartt.emulation.workload.Workload;
import java.nio.file.Path;

/**
 * A validated experiment, ready to run.
 *
 * @param topology without the links that the workload declares as failed
 * @param programs compiles the switches' programs
 * @param logs folder for what other processes say, made when there is something to say
 * @param threads most threads to use; results do not depend on it
 */
public record RunInputs(
    ExperimentSpec spec,
    RunIdentity identity,
    Topology topology,
    Workload workload,
    PipelineConfig program,
    HostSetup hosts,
    ProgramCache programs,
    Path logs,
    int threads) {}
