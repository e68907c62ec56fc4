package io.smartt.emulation.run;

import io.smartt.controller.target.PipelineConfig;
import io.smartt.emulation.experiment.ExperimentSpec;
import io.smartt.emulation.topology.Topology;

/**
 * A network whose switches run one program, without what it is to carry.
 *
 * @param topology with the links that are up
 * @param program of its switches
 */
public record ProgrammedNetwork(ExperimentSpec spec, Topology topology, PipelineConfig program) {}
