package io.smartt.emulation.softswitch.p4runtime;

import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.pipeline.PipelineProgram;

/** A pipeline config whose parts are understood: the program and what it shows its controller. */
public record LoadedConfig(PipelineProgram program, P4InfoIndex info) {}
