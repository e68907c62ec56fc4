package io.smartt.experiment.run;

import module java.base;

import io.smartt.base.counters.PacketLedger.PortArrivals;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.Topology;
import io.smartt.controller.target.PipelineConfig;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.FailurePlan;
import io.smartt.experiment.HostSetup;
import io.smartt.experiment.ProgramCache;
import io.smartt.experiment.report.ResultDraft;
import io.smartt.experiment.report.RunIdentity;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.experiment.report.RunSamples;
import io.smartt.experiment.report.SampleRecorder;
import io.smartt.experiment.report.TopologyView;
import io.smartt.experiment.run.LiveNetwork.LivePlan;
import io.smartt.experiment.traffic.FlowTable;
import io.smartt.experiment.traffic.JobRecords;
import io.smartt.experiment.traffic.ProcessCost;
import io.smartt.experiment.traffic.TopologyDrawing;
import io.smartt.experiment.traffic.Traffic;
import io.smartt.softswitch.backend.SwitchCounts;
import io.smartt.workload.Workload;
import io.smartt.workload.ideal.IdealModel;

/**
 * A validated experiment, ready to run.
 *
 * @param topology without the links that the workload declares as failed
 * @param programs compiles the switches' programs
 * @param logs folder for what other processes say, made when there is something to say
 * @param folder that the run leaves, where {@code smartt link} finds it; empty: none, or of
 *     something else than this experiment
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
    Optional<Path> folder,
    int threads) {
  /** Returns what carries the workload. */
  public LivePlan.ProgrammedNetwork network() {
    return new LivePlan.ProgrammedNetwork(spec, topology, program);
  }

  /** Returns the same for a run that leaves a folder. */
  public RunInputs in(Path folder) {
    return new RunInputs(
        spec,
        identity,
        topology,
        workload,
        program,
        hosts,
        programs,
        folder.resolve("logs"),
        Optional.of(folder),
        threads);
  }

  /** Returns ideal times of the workload's flows, which takes a while to compute. */
  public IdealModel.IdealTimes ideal() {
    return new IdealModel(topology, spec.packets()).times(workload);
  }

  /**
   * Returns the workload's flows, which have not begun.
   *
   * @param clocks of the hosts
   * @param samples gets their series
   */
  public Traffic traffic(Function<Host, Traffic.FlowClock> clocks, SampleRecorder samples) {
    return new Traffic(
        topology,
        clocks,
        workload,
        FailurePlan.of(spec, topology).speeds(),
        new PathProfiles(topology, spec.packets()),
        samples);
  }

  /**
   * Returns the result of a run, to which what happened is to be added.
   *
   * @param ideal times of its flows
   * @param counts of switches, in the run
   * @param arrivals at the switches' ports; empty if the fabric does not say
   */
  public ResultDraft result(
      Traffic traffic,
      IdealModel.IdealTimes ideal,
      RunStatus status,
      Optional<String> message,
      SwitchCounts counts,
      List<PortArrivals> arrivals,
      RunSamples samples,
      ProcessCost cost) {
    TopologyView drawing = TopologyDrawing.of(spec, topology);
    return draft(status, message, drawing, cost, counts, arrivals)
        .packets(counts.packets())
        .flows(new FlowTable(spec, topology, workload, traffic, ideal).now())
        .samples(samples)
        .jobs(JobRecords.of(topology, workload, traffic));
  }

  /** Returns what a run that goes on has so far, of its switches and its cost. */
  ResultDraft underWay(TopologyView drawing, ProcessCost cost, TrafficUnderWay.Place place) {
    return draft(
        RunStatus.RUNNING, Optional.empty(), drawing, cost, place.counts(), place.arrivals());
  }

  private ResultDraft draft(
      RunStatus status,
      Optional<String> message,
      TopologyView drawing,
      ProcessCost cost,
      SwitchCounts counts,
      List<PortArrivals> arrivals) {
    return new ResultDraft(
            identity,
            new RunResult.Ending(status, message, Optional.empty()),
            drawing,
            cost.after(counts.hops()))
        .switches(
            new RunResult.Switched(
                counts.queues(),
                counts.unqueuedDrops(),
                counts.pauseFrames(),
                Optional.empty(),
                arrivals));
  }
}
