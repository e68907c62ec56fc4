package io.smartt.virtual.dry;

import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.Topology;
import io.smartt.base.trace.CaptureSink;
import io.smartt.controller.forwarding.ForwardingPlanner;
import io.smartt.experiment.FailurePlan;
import io.smartt.experiment.RunPrice;
import io.smartt.experiment.SwitchPorts;
import io.smartt.experiment.report.ResultDraft;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunPlan;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.report.RunStatus;
import io.smartt.experiment.run.FabricRun;
import io.smartt.experiment.run.RunInputs;
import io.smartt.experiment.traffic.ProcessCost;
import io.smartt.experiment.traffic.TopologyDrawing;
import io.smartt.workload.ideal.IdealModel;
import java.util.Optional;

/**
 * Prices a run: what the controller would write, how many packets would pass how many switches, and
 * an estimate of time and memory on the virtual fabric.
 */
final class DryRun implements FabricRun {
  private static final double PS_PER_S = 1e12;

  private final RunInputs in;
  private final PathProfiles paths;

  DryRun(RunInputs in) {
    this.in = in;
    paths = new PathProfiles(in.topology(), in.spec().packets());
    // Of links that the network has, as the run that is priced would find.
    var _ = FailurePlan.of(in.spec(), in.topology());
  }

  @Override
  public RunResult run(Optional<CaptureSink> capture, RunMonitor monitor) {
    ProcessCost cost = ProcessCost.start();
    Topology topology = in.topology();
    monitor.stage("planning " + topology.switches().size() + " switches");
    long entries = entries();
    monitor.stage("pricing " + in.workload().flows().size() + " flows");
    RunPrice price = RunPrice.of(in.spec(), topology, in.workload());
    RunPlan plan =
        new RunPlan(
            topology.hosts().size(),
            topology.switches().size(),
            topology.links().size(),
            entries,
            price.packets(),
            price.packetHops(),
            new IdealModel(topology, in.spec().packets()).times(in.workload()).lastFinishPs()
                / PS_PER_S,
            price.wallSeconds(),
            price.memoryBytes());
    return new ResultDraft(
            in.identity(),
            new RunResult.Ending(RunStatus.PLANNED, Optional.empty(), Optional.of(plan)),
            TopologyDrawing.of(topology),
            cost.after(0))
        .result();
  }

  private long entries() {
    ForwardingPlanner planner =
        new ForwardingPlanner(
            new SwitchPorts(in.spec(), paths).model(in.topology()),
            in.program().info(),
            in.spec().seed());
    long entries = 0;
    for (int index = 0; index < in.topology().switches().size(); index++) {
      entries += planner.plan(index).entities().size();
    }
    return entries;
  }
}
