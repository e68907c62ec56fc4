package io.smartt.emulation.run;

import io.smartt.controller.target.PipelineConfig;
import io.smartt.emulation.experiment.ExperimentSpec;
import io.smartt.emulation.experiment.HostSetup;
import io.smartt.emulation.experiment.ProgramCache;
import io.smartt.emulation.report.RunCost;
import io.smartt.emulation.report.RunIdentity;
import io.smartt.emulation.report.RunResult;
import io.smartt.emulation.report.RunSamples;
import io.smartt.emulation.report.RunStatus;
import io.smartt.emulation.softswitch.backend.SwitchCounts;
import io.smartt.emulation.topology.Topology;
import io.smartt.emulation.traffic.ProcessCost;
import io.smartt.emulation.traffic.ResultRecords;
import io.smartt.emulation.traffic.TopologyDrawing;
import io.smartt.emulation.traffic.Traffic;
import io.smartt.emulation.workload.Workload;
import io.smartt.emulation.workload.ideal.IdealModel;
import io.smartt.emulation.workload.ideal.IdealTimes;
import java.nio.file.Path;
import java.util.Optional;

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
    int threads) {
  /**
   * Returns the result of a run on live switches.
   *
   * @param counts of switches, in the run
   * @param pauseFrames that switches sent, in the run
   */
  public RunResult result(
      Traffic traffic,
      RunStatus status,
      Optional<String> message,
      SwitchCounts counts,
      long pauseFrames,
      RunSamples samples,
      ProcessCost cost) {
    RunCost spent = cost.after(counts.hops());
    IdealTimes ideal = new IdealModel(topology, spec.packets()).times(workload);
    return new RunResult(
            identity,
            status,
            message,
            ResultRecords.flows(spec, topology, workload, traffic, ideal),
            counts.queues(),
            counts.unqueuedDrops(),
            pauseFrames,
            samples,
            TopologyDrawing.of(spec, topology),
            spent)
        .withPackets(counts.packets())
        .withJobs(ResultRecords.jobs(topology, workload, traffic));
  }
}
