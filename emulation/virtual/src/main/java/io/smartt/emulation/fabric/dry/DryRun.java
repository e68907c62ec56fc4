package io.smartt.emulation.fabric.dry;

import io.smartt.controller.forwarding.ForwardingPlanner;
import io.smartt.emulation.experiment.FailurePlan;
import io.smartt.emulation.experiment.RunPrice;
import io.smartt.emulation.experiment.SwitchPorts;
import io.smartt.emulation.report.RunMonitor;
import io.smartt.emulation.report.RunPlan;
import io.smartt.emulation.report.RunResult;
import io.smartt.emulation.run.FabricRun;
import io.smartt.emulation.run.RunInputs;
import io.smartt.emulation.topology.PathProfiles;
import io.smartt.emulation.topology.Topology;
import io.smartt.emulation.trace.CaptureSink;
import io.smartt.emulation.traffic.ProcessCost;
import io.smartt.emulation.traffic.TopologyDrawing;
import io.smartt.emulation.workload.ideal.IdealModel;
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
    return RunResult.planned(
        in.identity(),
        TopologyDrawing.of(topology),
        cost.after(0),
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
            price.memoryBytes()));
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
