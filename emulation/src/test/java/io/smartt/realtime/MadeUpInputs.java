package io.smartt.realtime;

import io.smartt.base.topology.Topology;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.HostSchemes;
import io.smartt.experiment.HostSetup;
import io.smartt.experiment.ProgramCache;
import io.smartt.experiment.SwitchProgram;
import io.smartt.experiment.run.RunInputs;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.p4.pipeline.program.Bmv2Program;
import io.smartt.study.launch.Fabrics;
import io.smartt.workload.Workload;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The inputs of an incast of one flow between two hosts on one switch. */
public final class MadeUpInputs {
  private MadeUpInputs() {}

  /** Returns them for the docker fabric. */
  public static RunInputs of(Path folder) {
    ExperimentSpec spec =
        new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()))
            .load(
                "docker",
                Map.of("topology", "single,2", "workload", "incast:64KiB"),
                List.of(),
                false);
    Topology topology = spec.buildTopology();
    Workload workload = spec.buildWorkload(topology);
    return new RunInputs(
        spec,
        HostSchemes.of(spec, topology).identity(spec, workload),
        topology,
        workload,
        SwitchProgram.load(spec.program()),
        new HostSetup(spec, topology),
        new ProgramCache(Bmv2Program::load),
        folder,
        Optional.empty(),
        1);
  }
}
