package io.smartt.experiment.run;

import io.smartt.base.topology.Topology;
import io.smartt.controller.target.PipelineConfig;
import io.smartt.experiment.ExperimentSpec;

/**
 * A network whose switches run one program, without what it is to carry.
 *
 * @param topology with the links that are up
 * @param program of its switches
 */
public record ProgrammedNetwork(ExperimentSpec spec, Topology topology, PipelineConfig program) {}
